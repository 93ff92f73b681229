package io.tenure.loadtest.gauge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pauses of all threads of a Java, read from the log of its safepoints. */
public final class Pauses {

  private static final Pattern TOTAL = Pattern.compile("Total:\\s+(\\d+) ns");

  private final Path log;
  private int linesBefore;

  public Pauses(Path log) {
    this.log = log;
    forget();
  }

  /** The option by which Java writes this log. */
  public static String option(Path log) {
    return "-Xlog:safepoint:file=" + log + "::filecount=0";
  }

  /** Forgets earlier pauses. */
  public void forget() {
    linesBefore = lines().size();
  }

  public long longestNanos() {
    List<String> all = lines();
    long longest = 0;
    for (String line : all.subList(Math.min(linesBefore, all.size()), all.size())) {
      Matcher total = TOTAL.matcher(line);
      if (total.find()) {
        longest = Math.max(longest, Long.parseLong(total.group(1)));
      }
    }
    return longest;
  }

  private List<String> lines() {
    try {
      return Files.exists(log) ? Files.readAllLines(log) : List.of();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
