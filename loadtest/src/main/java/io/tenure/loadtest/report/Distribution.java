package io.tenure.loadtest.report;

import io.tenure.loadtest.pace.Latencies;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Times, and how they were come by.
 *
 * @param corrected from the intended start, in nanoseconds
 * @param uncorrected from the real one; null where there was no schedule
 * @param lag of the sender; null likewise
 * @param spoilt why these percentiles count for nothing; null when they do
 */
public record Distribution(
    String name,
    Histogram corrected,
    @Nullable Histogram uncorrected,
    @Nullable Histogram lag,
    @Nullable String spoilt) {

  /** What is shown of each. */
  public static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 100};

  /** So many samples must lie above a percentile before it is worth telling. */
  private static final int ABOVE_MIN = 10;

  private static final double NANOS_PER_MILLI = 1e6;

  public static Distribution of(String name, Latencies latencies) {
    return new Distribution(
        name, latencies.corrected(), latencies.uncorrected(), latencies.lag(), latencies.spoilt());
  }

  public static Distribution of(String name, Histogram times) {
    return new Distribution(name, times, null, null, null);
  }

  public double millisAt(double percentile) {
    return corrected.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }

  /** Whether there were samples enough to speak of it. */
  public boolean tells(double percentile) {
    return percentile == 100 || corrected.getTotalCount() * (1 - percentile / 100) >= ABOVE_MIN;
  }
}
