package io.tenure.loadtest.gauge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Reads the figures of a process from {@code /proc} of Linux. */
public final class Proc {

  private static final long NANOS_PER_TICK = 10_000_000;

  private static final long LOOK_NANOS = 50_000_000;
  private static final int LOOKS_STILL = 20;
  private static final int LOOKS_MAX = 200;

  /** A page here and there means nothing. */
  private static final long SLACK_BYTES = 1 << 18;

  /** Counted from the end of the program's name in parentheses, which may hold any characters. */
  private static final int USER_TICKS = 11;

  private Proc() {}

  /** To the nanosecond by the scheduler, with the ticks of threads that have ended. */
  public static long cpuNanos(long pid) {
    long living = 0;
    for (Path task : list(Path.of("/proc/" + pid + "/task"))) {
      try {
        living += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]);
      } catch (IOException ended) {
        // The thread ended between the listing and the reading.
      }
    }
    return Math.max(living, userNanos(pid) + kernelNanos(pid) - NANOS_PER_TICK);
  }

  /** To the tick of a hundredth of a second. */
  public static long kernelNanos(long pid) {
    return ticks(pid, USER_TICKS + 1);
  }

  private static long userNanos(long pid) {
    return ticks(pid, USER_TICKS);
  }

  private static long ticks(long pid, int field) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[field]) * NANOS_PER_TICK;
    } catch (IOException ended) {
      return 0;
    }
  }

  public static long residentBytes(long pid) {
    return status(pid, "VmRSS:") * 1024;
  }

  /**
   * The resident memory once it shrinks no more: after a collection Java returns pages to the
   * machine in the background, a tenth of a second later or so.
   */
  public static long settledResidentBytes(long pid) {
    return settled(() -> residentBytes(pid), () -> LockSupport.parkNanos(LOOK_NANOS));
  }

  static long settled(LongSupplier bytes, Runnable pause) {
    long now = bytes.getAsLong();
    int still = 0;
    for (int look = 0; look < LOOKS_MAX && still < LOOKS_STILL; look++) {
      pause.run();
      long next = bytes.getAsLong();
      still = next < now - SLACK_BYTES ? 0 : still + 1;
      now = next;
    }
    return now;
  }

  public static int openFiles(long pid) {
    return list(Path.of("/proc/" + pid + "/fd")).size();
  }

  private static long status(long pid, String field) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
          .filter(line -> line.startsWith(field))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException ended) {
      return 0;
    }
  }

  private static List<Path> list(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    } catch (IOException ended) {
      return List.of();
    } catch (UncheckedIOException ended) {
      return List.of();
    }
  }
}
