package io.tenure.core.model;

/**
 * Implements the lease clock exactly by its rule: small steps while forgiveness remains, and a
 * hearing after each stall.
 */
final class NaiveClock {
  static final long MILLI = 1_000_000;
  static final long STEP_MAX = 250 * MILLI;
  static final long STALL = 50 * MILLI;
  static final long TRAIL_MAX = 1_000 * MILLI;
  static final long HEARING = 20 * MILLI;
  static final long FORGIVEN_MAX = 10_000 * MILLI;

  private long lastNanos;
  private long heardNanos;
  private boolean hearing;
  private long clockNanos;
  private long judgedNanos;
  private long trailFrom;
  private long amnestyNanos;

  /** The time that may be forgiven, in tenths of nanoseconds: ten that pass add one. */
  private long tenths = 10 * FORGIVEN_MAX;

  NaiveClock(long nowNanos) {
    lastNanos = nowNanos;
  }

  void advance(long nowNanos) {
    long elapsed = nowNanos - lastNanos;
    lastNanos = nowNanos;
    tenths = Math.min(10 * FORGIVEN_MAX, tenths + elapsed);
    if (elapsed > STALL) {
      boolean another = hearing;
      if (!another) {
        judgedNanos = clockNanos;
      } else if (clockNanos - trailFrom >= TRAIL_MAX) {
        judgedNanos = clockNanos - TRAIL_MAX;
      }
      long forgiven = Math.min(Math.max(0, elapsed - STEP_MAX), tenths / 10);
      tenths -= 10 * forgiven;
      clockNanos += elapsed - forgiven;
      amnestyNanos += forgiven;
      trailFrom = another ? trailFrom : clockNanos;
      hearing = true;
      heardNanos = 0;
      return;
    }
    clockNanos += elapsed;
    heardNanos += Math.min(elapsed, HEARING / 2);
    hearing = hearing && heardNanos < HEARING;
    if (!hearing) {
      judgedNanos = clockNanos;
    }
  }

  long nanos() {
    return clockNanos;
  }

  /** The time that stalls have given to leases. */
  long amnestyNanos() {
    return amnestyNanos;
  }

  /** The time by which the table judges ends; it is behind {@link #nanos} only during a hearing. */
  long judgedNanos() {
    return judgedNanos;
  }

  /**
   * Whether a tenure with this {@code deadline} is over: the rule on which everything else depends.
   */
  boolean over(long deadline) {
    return judgedNanos >= deadline;
  }

  /**
   * Whether a tenure with this {@code deadline} has been over for so long that even a late wheel
   * must have noticed.
   */
  boolean longOver(long deadline, long lateNanos) {
    return judgedNanos - lateNanos >= deadline;
  }

  /**
   * Whether a tenure with this {@code deadline} is over, or only a hearing still prevents its end.
   */
  boolean perhapsOver(long deadline) {
    return clockNanos >= deadline;
  }

  long left(long deadline) {
    return deadline - clockNanos;
  }

  long leftMillis(long deadline) {
    return Math.max(0, left(deadline) / MILLI);
  }
}
