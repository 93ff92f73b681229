package io.tenure.loadtest;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One row of the table: the measurements of each round, with the line to reach and the aim. */
record Line(
    String id,
    String name,
    String unit,
    List<Double> rounds,
    Judged judged,
    @Nullable Double line,
    @Nullable Double aim) {

  /** The value that must reach the line: the median of the rounds, or every one of them. */
  enum Judged {
    MEDIAN,
    WORST
  }

  private static final String LAYOUT = "%-46s %-4s %12s %10s %10s  %-8s %s%n";

  static void printHeader() {
    System.out.printf(LAYOUT, "", "unit", "median", "line", "aim", "reached", "rounds");
  }

  void print() {
    System.out.printf(
        LAYOUT, name, unit, number(median()), number(line), number(aim), reached(), spelled(" "));
  }

  double median() {
    double[] sorted = rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** A row without a line is shown for comparison. */
  String reached() {
    if (line == null || aim == null) {
      return "";
    }
    double value = judged == Judged.MEDIAN ? median() : Collections.max(rounds);
    if (value <= aim) {
      return "aim";
    }
    return value <= line ? "line" : "NO";
  }

  String json() {
    return "    {\"id\": \"%s\", \"name\": \"%s\", \"unit\": \"%s\", "
            .formatted(id, name.strip(), unit)
        + "\"median\": %s, \"line\": %s, \"aim\": %s, "
            .formatted(number(median()), json(line), json(aim))
        + "\"reached\": \"%s\", \"rounds\": [%s]}".formatted(reached(), spelled(", "));
  }

  private String spelled(String between) {
    return rounds.stream().map(Line::number).collect(Collectors.joining(between));
  }

  private static String json(@Nullable Double number) {
    return number == null ? "null" : number(number);
  }

  private static String number(@Nullable Double number) {
    if (number == null) {
      return "";
    }
    double size = Math.abs(number);
    int places = size == 0 || size >= 1_000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + places + "f", number);
  }
}
