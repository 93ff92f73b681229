package io.tenure.loadtest.report;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of Tenure with another server, in rounds of one run.
 *
 * @param ratios of the rounds that count; above 1 is better for us
 * @param ours operations per second of the server's processor, in each
 * @param oursOfEcho share of the echo's rate in the same round
 * @param thrownOut rounds that steal time or a drift of the echo spoilt
 */
public record Comparison(
    String name,
    String us,
    String them,
    List<Double> ratios,
    List<Double> ours,
    List<Double> theirs,
    List<Double> oursOfEcho,
    int thrownOut,
    boolean spoilt) {

  public static double median(List<Double> values) {
    return median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The bounds of the ratio. */
  public Bounds confidence() {
    return Bounds.ofMedian(ratios);
  }

  /** Not a number when there was no round. */
  public double ratio() {
    return median(ratios);
  }

  /** The reason why its ratio does not count; null when it does. */
  public @Nullable String doubt() {
    return spoilt ? "spoilt" : null;
  }

  static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    if (values.length == 0) {
      return Double.NaN;
    }
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
