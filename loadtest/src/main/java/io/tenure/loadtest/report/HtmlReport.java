package io.tenure.loadtest.report;

import io.tenure.loadtest.pace.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A report for people: one page that loads nothing and runs nothing. */
public final class HtmlReport {

  private static final int STEPS_PER_HALVING = 5;

  private final StringBuilder page = new StringBuilder();

  private HtmlReport() {}

  public static String of(Report report) {
    return new HtmlReport().written(report);
  }

  private String written(Report report) {
    add("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    add("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">");
    add("<meta name=\"color-scheme\" content=\"light dark\">");
    add("<title>%s</title><style>%s</style></head><body>", report.title(), "");
    page.insert(page.indexOf("</style>"), Html.STYLE);
    add("<h1>%s</h1><p class=\"dim\">%s</p>", report.title(), report.date());
    verdict(report);
    goals(report);
    comparisons(report);
    int number = 0;
    for (Outcome outcome : report.outcomes()) {
      outcome(outcome, number++);
    }
    machine(report.machine());
    add("</body></html>");
    return page.toString();
  }

  private void verdict(Report report) {
    List<Outcome> all = report.outcomes();
    long voids = all.stream().filter(outcome -> outcome.voidBecause() != null).count();
    add(
        "<p>%s scenarios, %s of them void. Latencies count from when a message was meant to be"
            + " sent; ratios are of renewals per second of the server's processor, in rounds of one"
            + " run.</p><nav>",
        Integer.toString(all.size()), Long.toString(voids));
    for (int at = 0; at < all.size(); at++) {
      add("<a href=\"#o%s\">%s</a>", Integer.toString(at), all.get(at).title());
    }
    add("</nav>");
  }

  private void goals(Report report) {
    List<Goal> goals =
        report.outcomes().stream().flatMap(outcome -> outcome.goals().stream()).toList();
    if (goals.isEmpty()) {
      return;
    }
    add("<section><h2>Lines and aims</h2><table>");
    add("<tr><th>what<th>measured<th>line<th>aim<th>reached");
    for (Goal goal : goals) {
      add(
          "<tr><td>%s<td>%s %s<td>%s<td>%s<td class=\"%s\">%s",
          goal.name(),
          measured(goal),
          goal.unit(),
          Numbers.shown(goal.line()),
          Numbers.shown(goal.aim()),
          goal.doubt() == null ? goal.reached() : "void",
          goal.reached());
    }
    add("</table></section>");
  }

  private static String measured(Goal goal) {
    String measured = Numbers.shown(goal.measured());
    Bounds bounds = goal.bounds();
    return bounds == null
        ? measured
        : measured
            + " (%s to %s)".formatted(Numbers.shown(bounds.low()), Numbers.shown(bounds.high()));
  }

  private void comparisons(Report report) {
    List<Comparison> all =
        report.outcomes().stream().flatMap(outcome -> outcome.comparisons().stream()).toList();
    if (all.isEmpty()) {
      return;
    }
    add("<section><h2>Beside the others</h2><span class=\"tag\">saturation</span>");
    add("<table><caption>Renewals per CPU-second of the server; medians of the rounds, and the");
    add(" bounds of 95 %% of the ratio. Rounds that steal time or a drift of the echo spoilt are");
    add(" thrown out and counted.</caption>");
    add("<tr><th>what<th>ours<th>theirs<th>ratio<th>95 %%<th>of the echo<th>rounds<th>thrown out");
    for (Comparison each : all) {
      Bounds bounds = each.confidence();
      add(
          "<tr><td>%s<br><span class=\"dim\">%s<br>%s</span><td>%s<td>%s<td><b>%s</b><td>%s to %s"
              + "<td>%s %%<td>%s<td>%s",
          each.name(),
          each.us(),
          each.them(),
          Numbers.shown(Comparison.median(each.ours())),
          Numbers.shown(Comparison.median(each.theirs())),
          Numbers.shown(each.ratio()),
          Numbers.shown(bounds.low()),
          Numbers.shown(bounds.high()),
          Numbers.shown(100 * Comparison.median(each.oursOfEcho())),
          Integer.toString(each.ratios().size()),
          each.thrownOut() + (each.spoilt() ? ": all are told, for want of clean ones" : ""));
    }
    add("</table></section>");
  }

  private void outcome(Outcome outcome, int number) {
    add(
        "<section id=\"o%s\"><h2>%s</h2><span class=\"tag\">%s</span> ",
        Integer.toString(number),
        outcome.title(),
        outcome.isSaturation() ? "saturation: no latencies" : "open loop");
    String why = outcome.voidBecause();
    if (why != null) {
      add("<p class=\"void\">Void: %s</p>", why);
    }
    settings(outcome.settings());
    figures(outcome.figures());
    distributions(outcome.distributions());
    for (Curve curve : outcome.curves()) {
      boolean leases = curve.xName().equals("leases");
      raw(
          new Plot(curve.xName(), curve.name() + ", " + curve.yName(), leases, false)
              .line(curve.name(), curve.points())
              .svg());
    }
    checks(outcome.checks());
    add("</section>");
  }

  private void settings(Map<String, String> settings) {
    add("<p class=\"dim\">");
    List<String> all = new ArrayList<>();
    settings.forEach((name, value) -> all.add(name + " " + value));
    add("%s</p>", String.join(" · ", all));
  }

  private void figures(List<Figure> figures) {
    if (figures.isEmpty()) {
      return;
    }
    add("<table>");
    for (Figure figure : figures) {
      add("<tr><td>%s<td>%s %s", figure.name(), Numbers.shown(figure.value()), figure.unit());
    }
    add("</table>");
  }

  private void checks(List<Check> checks) {
    if (checks.isEmpty()) {
      return;
    }
    add("<table><tr><th>what had to be so<th>expected<th>found<th>");
    for (Check check : checks) {
      add(
          "<tr><td>%s<td>%s<td>%s<td class=\"%s\">%s",
          check.what(),
          Numbers.shown(check.expected()),
          Numbers.shown(check.found()),
          check.held() ? "held" : "void",
          check.held() ? "held" : "broken");
    }
    add("</table>");
  }

  private void distributions(List<Distribution> all) {
    if (all.isEmpty()) {
      return;
    }
    Plot plot = new Plot("percentile", "ms", true, true).ticks(percentileTicks());
    add("<table><tr><th>ms<th>samples<th>p50<th>p90<th>p99<th>p99.9<th>p99.99<th>max");
    for (Distribution each : all) {
      row(each.name(), each.corrected());
      if (each.uncorrected() != null) {
        row("… counted from when it was sent", each.uncorrected());
      }
      if (each.lag() != null) {
        row("… lag of the sender", each.lag());
      }
      plot.line(each.name(), points(each.corrected()));
    }
    add("</table>");
    raw(plot.svg());
  }

  /** Percentiles with too few samples beyond them are left out. */
  private void row(String name, @Nullable Histogram histogram) {
    if (histogram == null) {
      return;
    }
    add("<tr><td>%s<td>%s", name, Numbers.shown(histogram.getTotalCount()));
    for (double percentile : Percentiles.SHOWN) {
      add("<td>%s", Numbers.shown(Distribution.millisAt(histogram, percentile)));
    }
  }

  /** The further to the right the rarer: at x one in x is later. */
  private static List<Curve.Point> points(Histogram histogram) {
    List<Curve.Point> points = new ArrayList<>();
    for (var value : histogram.percentiles(STEPS_PER_HALVING)) {
      double level = value.getPercentileLevelIteratedTo();
      if (level < 100) {
        points.add(new Curve.Point(100 / (100 - level), value.getValueIteratedTo() / 1e6));
      }
    }
    return points;
  }

  private static List<Plot.Tick> percentileTicks() {
    return List.of(
        new Plot.Tick(1, "0"),
        new Plot.Tick(2, "50"),
        new Plot.Tick(10, "90"),
        new Plot.Tick(100, "99"),
        new Plot.Tick(1_000, "99.9"),
        new Plot.Tick(10_000, "99.99"));
  }

  private void machine(Map<String, String> machine) {
    add("<section><h2>Where it ran</h2><table>");
    machine.forEach((name, value) -> add("<tr><td>%s<td class=\"l\">%s", name, value));
    add("</table></section>");
  }

  /** Every argument stays text. */
  private void add(String format, String... texts) {
    Object[] safe = new Object[texts.length];
    for (int at = 0; at < texts.length; at++) {
      safe[at] = Html.text(texts[at]);
    }
    page.append(format.formatted(safe)).append('\n');
  }

  private void raw(String markup) {
    page.append(markup).append('\n');
  }
}
