package io.tenure.loadtest.report;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The two bounds between which the value of several rounds lies, with 95 % of certainty. */
public record Bounds(double low, double high) {

  private static final int RESAMPLES = 2_000;
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;

  /** The bounds of the median, by resampling. */
  public static Bounds ofMedian(List<Double> rounds) {
    SplittableRandom random = new SplittableRandom(1);
    double[] medians = new double[RESAMPLES];
    double[] sample = new double[rounds.size()];
    for (int each = 0; each < RESAMPLES; each++) {
      for (int at = 0; at < sample.length; at++) {
        sample[at] = rounds.get(random.nextInt(sample.length));
      }
      medians[each] = Comparison.median(sample.clone());
    }
    Arrays.sort(medians);
    return new Bounds(medians[(int) (LOW * RESAMPLES)], medians[(int) (HIGH * RESAMPLES)]);
  }
}
