package io.tenure.shard.loop;

import io.tenure.api.ExclusionMargins;
import java.util.function.LongSupplier;

/**
 * Reads real time as ownership must count it. After a suspension the monotonic clock of a machine
 * continues without a gap. The wall clock has jumped ahead, so that jump counts as time that
 * passed. An operator that sets the wall clock forwards only shortens an ownership. Owned by its
 * loop.
 */
public final class SuspendAwareClock implements LongSupplier {

  static final long JUMP_NANOS = ExclusionMargins.UNSEEN_SUSPENSION_NANOS;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Clock clock;
  private long sinceNanos;
  private long sinceWallMillis;
  private long slept;

  SuspendAwareClock(Clock clock) {
    this.clock = clock;
    sinceNanos = clock.nanos();
    sinceWallMillis = clock.wallMillis();
  }

  @Override
  public long getAsLong() {
    long wallMillis = clock.wallMillis();
    // mistake: by-the-wall-clock
    long nanos = clock.nanos();
    long ahead = (wallMillis - sinceWallMillis) * NANOS_PER_MILLI - (nanos - sinceNanos);
    if (ahead > JUMP_NANOS) {
      // mistake: unseen-suspension
      slept += ahead;
    }
    // Smaller differences are added: a machine may be suspended often, and each time for a moment.
    if (ahead < 0 || ahead > JUMP_NANOS) {
      sinceWallMillis = wallMillis;
      sinceNanos = nanos;
    }
    return nanos + slept;
  }
}
