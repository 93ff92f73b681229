package io.tenure.shard;

import java.util.function.LongSupplier;

/**
 * Real time as ownership must count it. The monotonic clock of a machine that was suspended goes on
 * as if nothing had been; its wall clock has jumped ahead, so that jump counts as time that passed.
 * Whoever sets the wall clock forward only shortens a term. Owned by the shard's loop.
 */
final class RealTime implements LongSupplier {

  /** Two clocks read one after the other differ by as much when the thread is held up between. */
  static final long JUMP_NANOS = 50_000_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Clock clock;
  private long lastNanos;
  private long lastWallMillis;
  private long slept;

  RealTime(Clock clock) {
    this.clock = clock;
    lastNanos = clock.nanos();
    lastWallMillis = clock.wallMillis();
  }

  @Override
  public long getAsLong() {
    long wallMillis = clock.wallMillis();
    long nanos = clock.nanos();
    long ahead = (wallMillis - lastWallMillis) * NANOS_PER_MILLI - (nanos - lastNanos);
    if (ahead > JUMP_NANOS) {
      slept += ahead;
    }
    lastWallMillis = wallMillis;
    lastNanos = nanos;
    return nanos + slept;
  }
}
