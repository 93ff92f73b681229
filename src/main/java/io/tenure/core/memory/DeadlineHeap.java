package io.tenure.core.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines that are set, earliest first. The heap is indexed, so that a deadline that is set
 * again leaves no old entry.
 *
 * @param <O> the type of the owners of the deadlines
 */
public final class DeadlineHeap<O> {

  private @Nullable DeadlineEntry<O>[] heap = entries(16);
  private int count;

  public void set(DeadlineEntry<O> deadline, long at) {
    cancel(deadline);
    if (count == heap.length) {
      heap = Arrays.copyOf(heap, count * 2);
    }
    deadline.at = at;
    rise(deadline, count++);
  }

  public void cancel(DeadlineEntry<O> deadline) {
    int position = deadline.position;
    if (position < 0) {
      return;
    }
    deadline.position = -1;
    DeadlineEntry<O> last = heap[--count];
    heap[count] = null;
    if (last != deadline && last != null) {
      rise(last, position);
      sink(last, last.position);
    }
  }

  /** Removes and returns the earliest deadline that is due, or returns null. */
  @Nullable
  public DeadlineEntry<O> due(long now) {
    DeadlineEntry<O> first = heap[0];
    if (first == null || first.at > now) {
      return null;
    }
    cancel(first);
    return first;
  }

  @SuppressWarnings("unchecked")
  private static <O> @Nullable DeadlineEntry<O>[] entries(int count) {
    return (DeadlineEntry<O>[]) new DeadlineEntry<?>[count];
  }

  public int count() {
    return count;
  }

  private void rise(DeadlineEntry<O> deadline, int from) {
    int position = from;
    while (position > 0) {
      int parent = position - 1 >>> 1;
      DeadlineEntry<O> above = heap[parent];
      if (above == null || above.at <= deadline.at) {
        break;
      }
      put(above, position);
      position = parent;
    }
    put(deadline, position);
  }

  private void sink(DeadlineEntry<O> deadline, int from) {
    int position = from;
    while (true) {
      int child = 2 * position + 1;
      if (child >= count) {
        break;
      }
      DeadlineEntry<O> below = heap[child];
      DeadlineEntry<O> right = child + 1 < count ? heap[child + 1] : null;
      if (right != null && below != null && right.at < below.at) {
        below = right;
        child++;
      }
      if (below == null || below.at >= deadline.at) {
        break;
      }
      put(below, position);
      position = child;
    }
    put(deadline, position);
  }

  private void put(DeadlineEntry<O> deadline, int position) {
    heap[position] = deadline;
    deadline.position = position;
  }
}
