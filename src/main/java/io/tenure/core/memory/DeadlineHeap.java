package io.tenure.core.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines that are set, earliest first. The heap is indexed, so that a deadline that is set
 * again leaves no old entry.
 */
public final class DeadlineHeap {

  private @Nullable DeadlineEntry[] heap = new DeadlineEntry[16];
  private int count;

  public void set(DeadlineEntry deadline, long at) {
    cancel(deadline);
    if (count == heap.length) {
      heap = Arrays.copyOf(heap, count * 2);
    }
    deadline.at = at;
    rise(deadline, count++);
  }

  public void cancel(DeadlineEntry deadline) {
    int position = deadline.position;
    if (position < 0) {
      return;
    }
    deadline.position = -1;
    DeadlineEntry last = heap[--count];
    heap[count] = null;
    if (last != deadline && last != null) {
      rise(last, position);
      sink(last, last.position);
    }
  }

  /** Removes and returns the earliest deadline that is due, or returns null. */
  @Nullable
  public DeadlineEntry due(long now) {
    DeadlineEntry first = heap[0];
    if (first == null || first.at > now) {
      return null;
    }
    cancel(first);
    return first;
  }

  public int count() {
    return count;
  }

  private void rise(DeadlineEntry deadline, int from) {
    int position = from;
    while (position > 0) {
      int parent = position - 1 >>> 1;
      DeadlineEntry above = heap[parent];
      if (above == null || above.at <= deadline.at) {
        break;
      }
      put(above, position);
      position = parent;
    }
    put(deadline, position);
  }

  private void sink(DeadlineEntry deadline, int from) {
    int position = from;
    while (true) {
      int child = 2 * position + 1;
      if (child >= count) {
        break;
      }
      DeadlineEntry below = heap[child];
      DeadlineEntry right = child + 1 < count ? heap[child + 1] : null;
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

  private void put(DeadlineEntry deadline, int position) {
    heap[position] = deadline;
    deadline.position = position;
  }
}
