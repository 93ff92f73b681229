package io.tenure.api;

import java.util.List;

/** Formats durations for people: {@code 30s}, {@code 1m30s}, {@code 500ms}. */
public final class DurationFormatter {

  /** A unit of durations, with its length in milliseconds. */
  public record Unit(String name, long millis) {}

  /** The units, from the largest to the smallest. */
  public static final List<Unit> UNITS =
      List.of(
          new Unit("d", 86_400_000),
          new Unit("h", 3_600_000),
          new Unit("m", 60_000),
          new Unit("s", 1_000),
          new Unit("ms", 1));

  private DurationFormatter() {}

  public static String of(long millis) {
    if (millis < 0) {
      return millis + "ms";
    }
    StringBuilder text = new StringBuilder();
    long left = millis;
    for (Unit unit : UNITS) {
      if (left >= unit.millis) {
        text.append(left / unit.millis).append(unit.name);
        left %= unit.millis;
      }
    }
    return text.isEmpty() ? "0s" : text.toString();
  }
}
