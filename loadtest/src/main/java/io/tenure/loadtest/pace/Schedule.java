package io.tenure.loadtest.pace;

import java.util.SplittableRandom;

/**
 * The times at which messages are due, fixed beforehand by rate and seed. The answers do not change
 * them.
 */
public final class Schedule {

  /** The distribution of arrivals. */
  public enum Arrivals {
    CONSTANT,
    POISSON
  }

  private static final double NANOS_PER_SECOND = 1e9;

  private final Arrivals arrivals;
  private final double gapNanos;
  private final SplittableRandom random;
  private final long startNanos;
  private double nextNanos;

  public Schedule(Arrivals arrivals, double perSecond, long seed, long startNanos) {
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("rate: " + perSecond + " is not above 0");
    }
    this.arrivals = arrivals;
    this.startNanos = startNanos;
    gapNanos = NANOS_PER_SECOND / perSecond;
    random = new SplittableRandom(seed);
  }

  /** The time of the next message that was not taken. */
  public long nextNanos() {
    return startNanos + (long) nextNanos;
  }

  /** Takes that message. */
  public void advance() {
    nextNanos +=
        arrivals == Arrivals.CONSTANT ? gapNanos : -Math.log(1 - random.nextDouble()) * gapNanos;
  }
}
