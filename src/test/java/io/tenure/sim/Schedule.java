package io.tenure.sim;

import java.util.Arrays;

/**
 * Virtual time: a queue of actions in a fixed order, and a tick that needs no entry in the queue.
 */
final class Schedule {

  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000 * MILLI;

  private final long tickNanos;
  private final Runnable tick;
  private long now;
  private long tickAt;
  private long[] times = new long[1024];
  private long[] orders = new long[1024];
  private Runnable[] actions = new Runnable[1024];
  private int size;
  private long ordered;

  Schedule(long tickNanos, Runnable tick) {
    this.tickNanos = tickNanos;
    this.tick = tick;
    tickAt = tickNanos;
  }

  long now() {
    return now;
  }

  void after(long nanos, Runnable action) {
    at(now + Math.max(0, nanos), action);
  }

  void at(long time, Runnable action) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      orders = Arrays.copyOf(orders, size * 2);
      actions = Arrays.copyOf(actions, size * 2);
    }
    int at = size++;
    long order = ++ordered;
    long due = Math.max(now, time);
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (times[parent] <= due) {
        break;
      }
      put(at, times[parent], orders[parent], actions[parent]);
      at = parent;
    }
    put(at, due, order, action);
  }

  /** May be called while an action runs: then time passes before that action goes on. */
  void runUntil(long end) {
    while (true) {
      long next = size > 0 ? Math.min(times[0], end) : end;
      while (tickAt <= next) {
        now = tickAt;
        tickAt += tickNanos;
        tick.run();
        next = size > 0 ? Math.min(times[0], end) : end;
      }
      now = Math.max(now, next);
      if (size == 0 || times[0] > end) {
        return;
      }
      pop().run();
    }
  }

  private Runnable pop() {
    Runnable first = actions[0];
    int last = --size;
    long time = times[last];
    long order = orders[last];
    Runnable action = actions[last];
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= last) {
        break;
      }
      if (child + 1 < last && earlier(child + 1, child)) {
        child++;
      }
      if (time < times[child] || time == times[child] && order < orders[child]) {
        break;
      }
      put(at, times[child], orders[child], actions[child]);
      at = child;
    }
    put(at, time, order, action);
    return first;
  }

  private boolean earlier(int left, int right) {
    return times[left] < times[right]
        || times[left] == times[right] && orders[left] < orders[right];
  }

  private void put(int at, long time, long order, Runnable action) {
    times[at] = time;
    orders[at] = order;
    actions[at] = action;
  }
}
