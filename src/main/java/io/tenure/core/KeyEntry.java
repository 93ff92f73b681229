package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.core.memory.DeadlineEntry;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The state of a key that is shared or has slots, a queue or a lock-delay. Most keys need no entry.
 */
final class KeyEntry implements DeadlineOwner {

  final Key key;

  /** The slot numbers that are taken, if the key has slots. */
  final BitSet numbers = new BitSet();

  private int[] holders = new int[2];
  private int holderCount;

  /** The queue of the key. It may contain waiters that have left, until they reach the head. */
  private final Deque<Waiter> queue = new ArrayDeque<>();

  private int waiting;

  /** The lock-delay in force, or 0. It ends at {@link #lockedUntil} by the lease clock. */
  long lockDelayMillis;

  long lockedUntil;
  final DeadlineEntry<DeadlineOwner> lockDelayEnd = new DeadlineEntry<>(this);

  /** The index of this entry in {@link LockDelays}. It has a meaning only under a lock-delay. */
  int lockDelayIndex;

  KeyEntry(Key key) {
    this.key = key;
  }

  @Override
  public void due(Cases cases) {
    cases.lockDelayOver(this);
  }

  boolean empty() {
    return holderCount == 0 && waiting == 0 && lockDelayMillis == 0;
  }

  int holderCount() {
    return holderCount;
  }

  int holder(int at) {
    return holders[at];
  }

  /** Adds the lease at {@code row}. {@code number} is the slot number of the lease, or -1. */
  void addHolder(int row, int number) {
    if (number >= 0) {
      // mistake: number-given-twice
      numbers.set(number);
    }
    if (holderCount == holders.length) {
      holders = Arrays.copyOf(holders, holderCount * 2);
    }
    holders[holderCount++] = row;
  }

  void removeHolder(int row, int number) {
    if (number >= 0) {
      numbers.clear(number);
    }
    for (int at = 0; at < holderCount; at++) {
      if (holders[at] == row) {
        holders[at] = holders[--holderCount];
        return;
      }
    }
    throw new IllegalStateException("row " + row + " does not hold this key");
  }

  int waiting() {
    return waiting;
  }

  void enqueue(Waiter waiter) {
    waiter.queued = true;
    queue.addLast(waiter);
    waiting++;
  }

  @Nullable Waiter head() {
    while (!queue.isEmpty() && queue.getFirst().gone) {
      queue.removeFirst();
    }
    return queue.peekFirst();
  }

  /** Passes the first {@code max} waiters to {@code reader}, in the order of the queue. */
  void show(int max, Consumer<Waiter> reader) {
    int shown = 0;
    for (Waiter waiter : queue) {
      if (shown == max) {
        return;
      }
      if (!waiter.gone) {
        shown++;
        reader.accept(waiter);
      }
    }
  }

  @Nullable Waiter firstOf(String holder, Predicate<Waiter> lives) {
    for (Waiter waiter : queue) {
      if (!waiter.gone && waiter.request.holder().equals(holder) && lives.test(waiter)) {
        return waiter;
      }
    }
    return null;
  }

  void leave(Waiter waiter) {
    waiter.gone = true;
    waiting--;
    if (queue.size() > 2 * waiting + 16) {
      queue.removeIf(other -> other.gone);
    }
  }
}
