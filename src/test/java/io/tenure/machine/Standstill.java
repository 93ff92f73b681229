package io.tenure.machine;

import java.util.concurrent.locks.LockSupport;

/** Records when the machine stood still, so that a thread could not read the clock in time. */
public final class Standstill {

  /** On a machine that stands still for no longer than this, promises in real time can be kept. */
  public static final long MOST_NANOS = 200_000_000;

  private static final long PAUSE_NANOS = 5_000_000;

  static final Gaps GAPS = new Gaps(System.nanoTime());

  static {
    Thread looks = new Thread(Standstill::look, "standstill");
    looks.setDaemon(true);
    looks.start();
  }

  private Standstill() {}

  /** Returns the time; from now on standstills are recorded. */
  public static long nowNanos() {
    return System.nanoTime();
  }

  /** The longest part of that time, by {@link System#nanoTime}, in which no thread ran here. */
  public static long longestNanos(long fromNanos, long untilNanos) {
    return GAPS.longestNanos(fromNanos, untilNanos, System.nanoTime());
  }

  private static void look() {
    while (true) {
      LockSupport.parkNanos(PAUSE_NANOS);
      GAPS.look(System.nanoTime());
    }
  }
}
