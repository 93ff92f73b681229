package io.tenure.cli.top;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the page {@code /metrics}: numbers that only grow, by their names. */
final class MetricsReader {

  private static final Pattern SAMPLE =
      Pattern.compile("([a-z_]+)(?:\\{(.*)})? ([0-9.eE+-]+|\\+Inf|NaN)");
  private static final Pattern LIMIT = Pattern.compile("le=\"([^\"]+)\"");

  /** A wait that the caller asked for does not count as slowness. */
  private static final String WAITING = "acquire_waiting";

  private final Map<String, Double> totals = new TreeMap<>();
  private final Map<Double, Double> durations = new TreeMap<>();

  static MetricsReader read(String text) {
    MetricsReader all = new MetricsReader();
    text.lines().filter(line -> !line.startsWith("#")).forEach(all::line);
    return all;
  }

  private void line(String line) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches() || sample.group(3).endsWith("Inf") || sample.group(3).equals("NaN")) {
      return;
    }
    String name = sample.group(1);
    String labels = sample.group(2) == null ? "" : sample.group(2);
    double value = Double.parseDouble(sample.group(3));
    totals.merge(name, value, Double::sum);
    if (!labels.isEmpty()) {
      totals.merge(name + "{" + labels + "}", value, Double::sum);
    }
    Matcher limit = LIMIT.matcher(labels);
    if (name.equals("tenure_request_duration_seconds_bucket")
        && !labels.contains(WAITING)
        && limit.find()) {
      String most = limit.group(1);
      durations.merge(
          most.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(most),
          value,
          Double::sum);
    }
  }

  /** The sum over all labels, or over the named ones. */
  double total(String name) {
    return totals.getOrDefault(name, 0.0);
  }

  /**
   * The time that the given part of the requests since {@code before} did not exceed, in seconds;
   * NaN: none.
   */
  double quantile(double part, MetricsReader before) {
    double all = 0;
    for (Map.Entry<Double, Double> each : durations.entrySet()) {
      all = each.getValue() - before.durations.getOrDefault(each.getKey(), 0.0);
    }
    for (Map.Entry<Double, Double> each : durations.entrySet()) {
      double here = each.getValue() - before.durations.getOrDefault(each.getKey(), 0.0);
      if (all > 0 && here >= part * all) {
        return each.getKey();
      }
    }
    return Double.NaN;
  }
}
