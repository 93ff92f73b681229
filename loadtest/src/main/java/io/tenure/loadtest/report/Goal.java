package io.tenure.loadtest.report;

import org.jspecify.annotations.Nullable;

/**
 * A line to reach, and the aim beyond it.
 *
 * @param measured not a number when nothing was
 * @param bounds of the value of several rounds: a line counts as reached, or as missed, when both
 *     lie on the same side of it; null for a single measurement
 * @param doubt the reason why the measurement does not count; null when it does
 */
public record Goal(
    String name,
    double measured,
    @Nullable Bounds bounds,
    String unit,
    Better better,
    double line,
    double aim,
    @Nullable String doubt) {

  /** The better direction. */
  public enum Better {
    HIGHER,
    LOWER
  }

  /** A goal that was measured once. */
  public Goal(String name, double measured, String unit, Better better, double line, double aim) {
    this(name, measured, null, unit, better, line, aim, null);
  }

  public Goal within(Bounds of) {
    return new Goal(name, measured, of, unit, better, line, aim, doubt);
  }

  /** The same goal, which counts for nothing. The first doubt stays. */
  public Goal doubted(@Nullable String why) {
    return why == null || doubt != null
        ? this
        : new Goal(name, measured, bounds, unit, better, line, aim, why);
  }

  public String reached() {
    if (doubt != null) {
      return doubt;
    }
    if (!Double.isFinite(measured)) {
      return "not measured";
    }
    double low = bounds == null ? measured : bounds.low();
    double high = bounds == null ? measured : bounds.high();
    double near = better == Better.HIGHER ? low : high;
    double far = better == Better.HIGHER ? high : low;
    if (reaches(near, line)) {
      return reaches(near, aim) ? "aim" : "line";
    }
    return reaches(far, line) ? "undecided" : "missed";
  }

  private boolean reaches(double found, double wanted) {
    return better == Better.HIGHER ? found >= wanted : found <= wanted;
  }
}
