package io.tenure.core.memory;

/** A deadline of something other than a lease, which is set in {@link DeadlineHeap}. */
public final class DeadlineEntry {

  /** The object that the shard loop looks at when the deadline is due. */
  public final Object owner;

  long at;

  /** The index of this entry in the heap; -1 when the deadline is not set. */
  int position = -1;

  public DeadlineEntry(Object owner) {
    this.owner = owner;
  }

  public boolean isSet() {
    return position >= 0;
  }
}
