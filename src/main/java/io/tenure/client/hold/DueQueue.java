package io.tenure.client.hold;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A heap of tenures by the time of their next look. A tenure that is queued anew leaves its old
 * entry behind; the queue skips that entry later. Owned by the keeper's thread.
 */
final class DueQueue {

  private record Entry(HeldTenure one, long due) {
    boolean stands() {
      return one.parked() && one.dueAt() == due;
    }
  }

  /** With more old entries than new ones the heap is built afresh. */
  private static final int STALE_PART = 2;

  private static final int SMALL = 64;

  private PriorityQueue<Entry> entries = empty();
  private int live;

  /** Queues a tenure, in place of its earlier entry. */
  void put(HeldTenure one, long due) {
    if (one.parked() && one.dueAt() == due) {
      return;
    }
    if (!one.parked()) {
      live++;
    }
    one.park(due);
    entries.add(new Entry(one, due));
    if (entries.size() > SMALL && entries.size() > live * STALE_PART) {
      PriorityQueue<Entry> fresh = empty();
      entries.stream().filter(Entry::stands).forEach(fresh::add);
      entries = fresh;
    }
  }

  void remove(HeldTenure one) {
    if (one.parked()) {
      one.unpark();
      live--;
    }
  }

  /** The next tenure to look at; null when there is none. */
  @Nullable HeldTenure head() {
    while (!entries.isEmpty() && !entries.peek().stands()) {
      entries.remove();
    }
    return entries.isEmpty() ? null : entries.peek().one;
  }

  private static PriorityQueue<Entry> empty() {
    return new PriorityQueue<>((one, other) -> Long.compare(one.due - other.due, 0));
  }
}
