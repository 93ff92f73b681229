package io.tenure.loadtest.pace;

import java.math.BigDecimal;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The percentiles of a distribution that are shown, and the number of samples that each needs. */
public final class Percentiles {

  /** 100 is the longest of all. */
  public static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.9, 99.99, 100.0);

  private static final double ALL = 100;

  /** So many samples must lie above one. */
  private static final int ABOVE_MIN = 10;

  /** From here on single stalls of a machine decide, and so many samples are wanted. */
  private static final double FAR_OUT = 99.99;

  private static final int ABOVE_MIN_FAR_OUT = 100;

  /** Against a count that is whole but for the last digit of a double. */
  private static final double ROUNDING = 1e-6;

  private Percentiles() {}

  /** The usual name, such as {@code p99.9}. */
  public static String name(double percentile) {
    return percentile == ALL
        ? "max"
        : "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
  }

  public static boolean tells(Histogram times, double percentile) {
    long samples = times.getTotalCount();
    return percentile == ALL
        ? samples > 0
        : samples * (1 - percentile / ALL) + ROUNDING
            >= (percentile < FAR_OUT ? ABOVE_MIN : ABOVE_MIN_FAR_OUT);
  }
}
