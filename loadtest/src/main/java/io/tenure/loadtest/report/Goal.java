package io.tenure.loadtest.report;

import org.jspecify.annotations.Nullable;

/**
 * A line to reach, and the aim beyond it.
 *
 * @param measured not a number when nothing was
 * @param doubt why what was measured does not count; null when it does
 */
public record Goal(
    String name,
    double measured,
    String unit,
    Better better,
    double line,
    double aim,
    @Nullable String doubt) {

  /** Which way is better. */
  public enum Better {
    HIGHER,
    LOWER
  }

  public Goal(String name, double measured, String unit, Better better, double line, double aim) {
    this(name, measured, unit, better, line, aim, null);
  }

  /** The same, which counts for nothing. The first doubt stays. */
  public Goal doubted(@Nullable String why) {
    return why == null || doubt != null
        ? this
        : new Goal(name, measured, unit, better, line, aim, why);
  }

  public String reached() {
    if (doubt != null) {
      return doubt;
    }
    if (!Double.isFinite(measured)) {
      return "not measured";
    }
    if (reaches(aim)) {
      return "aim";
    }
    return reaches(line) ? "line" : "missed";
  }

  private boolean reaches(double wanted) {
    return better == Better.HIGHER ? measured >= wanted : measured <= wanted;
  }
}
