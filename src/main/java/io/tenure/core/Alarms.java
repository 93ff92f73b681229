package io.tenure.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The alarms that are set, earliest first: an indexed heap, so that one put off leaves nothing. */
final class Alarms {

  private @Nullable Alarm[] heap = new Alarm[16];
  private int count;

  void set(Alarm alarm, long at) {
    cancel(alarm);
    if (count == heap.length) {
      heap = Arrays.copyOf(heap, count * 2);
    }
    alarm.at = at;
    rise(alarm, count++);
  }

  void cancel(Alarm alarm) {
    int place = alarm.place;
    if (place < 0) {
      return;
    }
    alarm.place = -1;
    Alarm last = heap[--count];
    heap[count] = null;
    if (last != alarm && last != null) {
      rise(last, place);
      sink(last, last.place);
    }
  }

  /** Takes the earliest that is due, or null. */
  @Nullable Alarm due(long now) {
    Alarm first = heap[0];
    if (first == null || first.at > now) {
      return null;
    }
    cancel(first);
    return first;
  }

  int count() {
    return count;
  }

  private void rise(Alarm alarm, int from) {
    int place = from;
    while (place > 0) {
      int parent = place - 1 >>> 1;
      Alarm above = heap[parent];
      if (above == null || above.at <= alarm.at) {
        break;
      }
      put(above, place);
      place = parent;
    }
    put(alarm, place);
  }

  private void sink(Alarm alarm, int from) {
    int place = from;
    while (true) {
      int child = 2 * place + 1;
      if (child >= count) {
        break;
      }
      Alarm below = heap[child];
      Alarm right = child + 1 < count ? heap[child + 1] : null;
      if (right != null && below != null && right.at < below.at) {
        below = right;
        child++;
      }
      if (below == null || below.at >= alarm.at) {
        break;
      }
      put(below, place);
      place = child;
    }
    put(alarm, place);
  }

  private void put(Alarm alarm, int place) {
    heap[place] = alarm;
    alarm.place = place;
  }
}
