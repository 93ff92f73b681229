package io.tenure.loadtest.run;

import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Goal;
import io.tenure.loadtest.report.Outcome;
import io.tenure.loadtest.report.Report;
import java.io.PrintStream;
import java.util.Locale;

/** What is read on a terminal when a run is over. */
final class Summary {

  private Summary() {}

  static void print(Report report, PrintStream out) {
    for (Outcome outcome : report.outcomes()) {
      out.println();
      out.println(outcome.title());
      for (Distribution each : outcome.distributions()) {
        out.printf(
            Locale.ROOT,
            "  %-40s p50 %.3f  p99 %.3f  p99.9 %.3f  max %.3f ms%n",
            each.name(),
            each.millisAt(50),
            each.millisAt(99),
            each.millisAt(99.9),
            each.millisAt(100));
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
            "  %-58s %,.2f %s (line %s, aim %s): %s%n",
            goal.name(),
            goal.measured(),
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
}
