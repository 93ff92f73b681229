package io.tenure.client.hold;

import java.util.function.LongSupplier;

/**
 * The clock of this machine. The monotonic clock may stop while the machine is suspended; the clock
 * on the wall is then ahead of it, and the difference counts as passed time, however short each
 * suspension was. A wall clock that is set forward only loses leases that could have been held
 * longer.
 */
public final class MachineClock implements HolderClock {

  /**
   * Two clocks that were read one after the other may differ by less; until then the difference
   * adds up.
   */
  static final long JUMP_NANOS = 50_000_000;

  /** A thread that is held up between the readings reads again. */
  private static final long HELD_UP_NANOS = 5_000_000;

  private static final int READINGS_MAX = 5;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LongSupplier monotonicNanos;
  private final LongSupplier wallMillis;
  private long sinceWall;
  private long sinceNanos;
  private long sleptNanos;

  public MachineClock() {
    this(System::nanoTime, System::currentTimeMillis);
  }

  MachineClock(LongSupplier monotonicNanos, LongSupplier wallMillis) {
    this.monotonicNanos = monotonicNanos;
    this.wallMillis = wallMillis;
    sinceWall = wallMillis.getAsLong() * NANOS_PER_MILLI;
    sinceNanos = monotonicNanos.getAsLong();
  }

  @Override
  public synchronized long nanos() {
    long before = 0;
    long wall = 0;
    long nanos = 0;
    for (int at = 0; at == 0 || at < READINGS_MAX && nanos - before > HELD_UP_NANOS; at++) {
      before = monotonicNanos.getAsLong();
      wall = wallMillis.getAsLong() * NANOS_PER_MILLI;
      nanos = monotonicNanos.getAsLong();
    }
    long ahead = (wall - sinceWall) - (nanos - sinceNanos);
    if (ahead > JUMP_NANOS) {
      sleptNanos += ahead;
    }
    if (ahead < 0 || ahead > JUMP_NANOS) {
      sinceWall = wall;
      sinceNanos = nanos;
    }
    return nanos + sleptNanos;
  }
}
