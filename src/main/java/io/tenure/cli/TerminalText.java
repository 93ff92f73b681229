package io.tenure.cli;

import io.tenure.api.ControlCharacters;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Formats words, times and durations for people. */
final class TerminalText {

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long TENTHS_BELOW_MILLIS = 10_000;
  private static final long SECONDS_PER_MINUTE = 60;
  private static final long MINUTES_PER_HOUR = 60;
  private static final long HOURS_PER_DAY = 24;

  private TerminalText() {}

  /**
   * Escapes all that moves a terminal's cursor or changes the direction of writing, except ends of
   * lines: any client may choose keys and holders.
   */
  static String plain(String text) {
    return Stream.of(text.split("\n", -1))
        .map(ControlCharacters::escaped)
        .collect(Collectors.joining("\n"));
  }

  /** In one line. */
  static String cell(String text) {
    return plain(text).replace("\n", "\\n");
  }

  /** {@code 4.2s}, {@code 42s}, {@code 4m12s}, {@code 3h05m}, {@code 2d04h}. */
  static String span(Duration span) {
    long millis = Math.max(0, span.toMillis());
    if (millis < TENTHS_BELOW_MILLIS) {
      return millis / MILLIS_PER_SECOND + "." + millis % MILLIS_PER_SECOND / 100 + "s";
    }
    long seconds = millis / MILLIS_PER_SECOND;
    long minutes = seconds / SECONDS_PER_MINUTE;
    long hours = minutes / MINUTES_PER_HOUR;
    if (minutes == 0) {
      return seconds + "s";
    } else if (hours == 0) {
      return pair(minutes, "m", seconds % SECONDS_PER_MINUTE, "s");
    } else if (hours < HOURS_PER_DAY) {
      return pair(hours, "h", minutes % MINUTES_PER_HOUR, "m");
    }
    return pair(hours / HOURS_PER_DAY, "d", hours % HOURS_PER_DAY, "h");
  }

  private static String pair(long many, String unit, long rest, String below) {
    return many + unit + (rest < 10 ? "0" : "") + rest + below;
  }

  /** A tenure that lives with a session has no time of its own. */
  static String remaining(@Nullable Duration remaining) {
    return remaining == null ? "session" : span(remaining);
  }

  static String quarantine(int shard, Duration left) {
    return "shard %d is in quarantine for another %s, because the store may have lost leases;"
            .formatted(shard, span(left))
        + " `tenure shards` shows why";
  }

  static String since(Instant since) {
    return since + " (" + span(Duration.between(since, Instant.now())) + " ago)";
  }
}
