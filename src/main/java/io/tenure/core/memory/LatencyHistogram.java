package io.tenure.core.memory;

/**
 * A histogram of durations from a microsecond to two minutes, with eight buckets for every
 * doubling. One thread writes it, and any thread reads it.
 */
public final class LatencyHistogram {

  /**
   * The number of buckets, from a microsecond (1,024 ns) up. The last bucket takes all longer
   * durations.
   */
  public static final int BUCKETS = 208;

  private static final int UNIT_SHIFT = 10;
  private static final int EIGHTHS_BITS = 3;
  private static final int EIGHTHS = 1 << EIGHTHS_BITS;
  private static final int SUM = BUCKETS;

  private final Counters counters = new Counters(BUCKETS + 1);

  public void add(long nanos) {
    long counted = Math.max(0, nanos);
    counters.add(bucket(counted));
    counters.add(SUM, counted);
  }

  public long count(int bucket) {
    return counters.get(bucket);
  }

  public long sumNanos() {
    return counters.get(SUM);
  }

  /** Returns the upper bound of the durations in {@code bucket}, exclusive. */
  public static long endNanos(int bucket) {
    int octave = bucket >>> EIGHTHS_BITS;
    long units = octave < 2 ? bucket + 1 : (EIGHTHS + (bucket & EIGHTHS - 1) + 1L) << octave - 1;
    return units << UNIT_SHIFT;
  }

  static int bucket(long nanos) {
    long units = nanos >>> UNIT_SHIFT;
    if (units < EIGHTHS) {
      return (int) units;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(units) - EIGHTHS_BITS;
    int bucket = (shift + 1 << EIGHTHS_BITS) + (int) (units >>> shift & EIGHTHS - 1);
    return Math.min(bucket, BUCKETS - 1);
  }
}
