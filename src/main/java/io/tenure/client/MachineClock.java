package io.tenure.client;

import java.util.function.LongSupplier;

/**
 * The clock of this machine. The monotonic one may stand still while the machine is suspended; the
 * one on the wall has then jumped ahead, so that jump counts as time that passed. Whoever sets the
 * wall clock forward only loses leases that could have been kept.
 */
final class MachineClock implements HolderClock {

  /** Less may be a clock that is brought into step. */
  static final long JUMP_NANOS = 50_000_000;

  /** A thread that is held up between the readings reads again. */
  private static final long HELD_UP_NANOS = 5_000_000;

  private static final int READINGS_MAX = 5;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LongSupplier monotonicNanos;
  private final LongSupplier wallMillis;
  private long wallAheadNanos;
  private long sleptNanos;

  MachineClock() {
    this(System::nanoTime, System::currentTimeMillis);
  }

  MachineClock(LongSupplier monotonicNanos, LongSupplier wallMillis) {
    this.monotonicNanos = monotonicNanos;
    this.wallMillis = wallMillis;
    wallAheadNanos = wallMillis.getAsLong() * NANOS_PER_MILLI - monotonicNanos.getAsLong();
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
    long jump = wall - nanos - wallAheadNanos;
    if (jump > JUMP_NANOS) {
      sleptNanos += jump;
    }
    wallAheadNanos = wall - nanos;
    return nanos + sleptNanos;
  }
}
