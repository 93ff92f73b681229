package io.tenure.loadtest.run;

import io.tenure.loadtest.pace.Percentiles;
import io.tenure.loadtest.report.Bounds;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Goal;
import io.tenure.loadtest.report.Outcome;
import io.tenure.loadtest.report.Report;
import java.io.PrintStream;
import java.util.Locale;
import java.util.StringJoiner;

/** Prints the summary of a run on a terminal. */
final class Summary {

  private Summary() {}

  static void print(Report report, PrintStream out) {
    for (Outcome outcome : report.outcomes()) {
      out.println();
      out.println(outcome.title());
      for (Distribution each : outcome.distributions()) {
        out.printf(Locale.ROOT, "  %-40s %s ms%n", each.name(), percentiles(each));
      }
      outcome
          .figures()
          .forEach(
              figure ->
                  out.printf(
                      Locale.ROOT,
                      "  %-40s %,.3f %s%n",
                      figure.name(),
                      figure.value(),
                      figure.unit()));
      for (Goal goal : outcome.goals()) {
        out.printf(
            Locale.ROOT,
            "  %-58s %,.2f%s %s (line %s, aim %s): %s%n",
            goal.name(),
            goal.measured(),
            bounds(goal),
            goal.unit(),
            goal.line(),
            goal.aim(),
            goal.reached());
      }
      if (outcome.voidBecause() != null) {
        out.println("  VOID: " + outcome.voidBecause());
      }
    }
    out.println();
  }

  private static String bounds(Goal goal) {
    Bounds bounds = goal.bounds();
    return bounds == null
        ? ""
        : String.format(Locale.ROOT, " [%,.2f to %,.2f]", bounds.low(), bounds.high());
  }

  /** The percentiles with enough samples. */
  static String percentiles(Distribution of) {
    StringJoiner told = new StringJoiner("  ");
    for (double percentile : Percentiles.SHOWN) {
      double millis = of.millisAt(percentile);
      if (Double.isFinite(millis)) {
        told.add(String.format(Locale.ROOT, "%s %.3f", Percentiles.name(percentile), millis));
      }
    }
    return told.toString();
  }
}
