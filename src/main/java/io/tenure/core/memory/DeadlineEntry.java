package io.tenure.core.memory;

/**
 * A deadline of something other than a lease, which is set in {@link DeadlineHeap}.
 *
 * @param <O> the type of its owner
 */
public final class DeadlineEntry<O> {

  /** The object that the shard loop looks at when the deadline is due. */
  public final O owner;

  long at;

  /** The index of this entry in the heap; -1 when the deadline is not set. */
  int position = -1;

  public DeadlineEntry(O owner) {
    this.owner = owner;
  }

  public boolean isSet() {
    return position >= 0;
  }
}
