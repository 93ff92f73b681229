package io.tenure.loadtest.report;

/** A line to reach, and the aim beyond it. */
public record Goal(
    String name, double measured, String unit, Better better, double line, double aim) {

  /** Which way is better. */
  public enum Better {
    HIGHER,
    LOWER
  }

  public String reached() {
    if (reaches(aim)) {
      return "aim";
    }
    return reaches(line) ? "line" : "missed";
  }

  private boolean reaches(double wanted) {
    return better == Better.HIGHER ? measured >= wanted : measured <= wanted;
  }
}
