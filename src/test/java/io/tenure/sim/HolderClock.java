package io.tenure.sim;

/**
 * The monotonic clock of a machine. It starts anywhere and runs a little too fast or too slow,
 * within half of the permitted difference of two clocks.
 */
final class HolderClock {

  static final int RATE_PER_MILLION_MAX = 250;

  private final long origin;
  private final double rate;

  HolderClock(Chance chance) {
    origin = chance.oneIn(4) ? Long.MAX_VALUE - chance.spread(1, 1L << 50) : chance.next();
    int perMillion =
        chance.oneIn(2)
            ? (chance.oneIn(2) ? RATE_PER_MILLION_MAX : -RATE_PER_MILLION_MAX)
            : (int) chance.between(-RATE_PER_MILLION_MAX, RATE_PER_MILLION_MAX);
    rate = perMillion / 1e6;
  }

  long nanos(long trueNow) {
    return origin + trueNow + (long) (trueNow * rate);
  }

  /** The true instant at which this clock shows {@code local}, a nanosecond more or less. */
  long trueTime(long local) {
    return (long) ((local - origin) / (1 + rate));
  }
}
