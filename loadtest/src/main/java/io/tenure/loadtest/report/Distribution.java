package io.tenure.loadtest.report;

import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.pace.Percentiles;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Times, with the way in which they were measured.
 *
 * @param corrected from the intended start, in nanoseconds
 * @param uncorrected from the real one; null where there was no schedule
 * @param lag of the sender; null likewise
 * @param spoilt the reason why these percentiles count for nothing; null when they do
 */
public record Distribution(
    String name,
    Histogram corrected,
    @Nullable Histogram uncorrected,
    @Nullable Histogram lag,
    @Nullable String spoilt) {

  private static final double NANOS_PER_MILLI = 1e6;

  public static Distribution of(String name, Latencies latencies) {
    return new Distribution(
        name, latencies.corrected(), latencies.uncorrected(), latencies.lag(), latencies.spoilt());
  }

  public static Distribution of(String name, Histogram times) {
    String spoilt = times.getTotalCount() == 0 ? Latencies.NOTHING : null;
    return new Distribution(name, times, null, null, spoilt);
  }

  public double millisAt(double percentile) {
    return millisAt(corrected, percentile);
  }

  /** Not a number where there are too few samples. */
  public static double millisAt(Histogram times, double percentile) {
    return Percentiles.tells(times, percentile)
        ? times.getValueAtPercentile(percentile) / NANOS_PER_MILLI
        : Double.NaN;
  }
}
