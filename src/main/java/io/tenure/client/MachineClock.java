package io.tenure.client;

import java.util.function.LongSupplier;

/**
 * The clock of this machine. The monotonic one may stand still while the machine is suspended; the
 * one on the wall has then jumped ahead, so that jump counts as time that passed. Whoever sets the
 * wall clock forward only loses leases that could have been kept.
 */
final class MachineClock implements HolderClock {

  /** Two clocks read one after the other differ by as much when the thread is held up between. */
  static final long JUMP_NANOS = 50_000_000;

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

  /** The wall first: a thread held up between the two finds too little of a jump, and it later. */
  @Override
  public synchronized long nanos() {
    long wall = wallMillis.getAsLong() * NANOS_PER_MILLI;
    long nanos = monotonicNanos.getAsLong();
    long jump = wall - nanos - wallAheadNanos;
    if (jump > JUMP_NANOS) {
      sleptNanos += jump;
    }
    wallAheadNanos = wall - nanos;
    return nanos + sleptNanos;
  }
}
