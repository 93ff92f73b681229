package io.tenure.core.memory;

/**
 * A time at which something other than a lease wants to be looked at. Set in {@link DeadlineHeap}.
 */
public final class DeadlineEntry {

  /** What wants to be looked at then. */
  public final Object owner;

  long at;

  /** Its index in the heap; -1 when it is not set. */
  int position = -1;

  public DeadlineEntry(Object owner) {
    this.owner = owner;
  }

  public boolean isSet() {
    return position >= 0;
  }
}
