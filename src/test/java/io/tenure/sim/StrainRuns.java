package io.tenure.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Plays a number of seeds of each strain. It notes the played seeds in a file after every few
 * seeds, so that a long run can continue later.
 */
final class StrainRuns {

  static final long EVENTS = 8_000;

  private static final int SEEDS_AT_ONCE = 40;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double SECONDS_PER_MINUTE = 60;
  private static final String HEAD = "strain seeds cpu-seconds violations\n";

  private static final class Played {
    long seeds;
    double cpuSeconds;
    final List<Long> violated = new ArrayList<>();
  }

  private final Map<Strain, Long> wanted;
  private final @Nullable Path notes;
  private final Map<Strain, Played> played = new EnumMap<>(Strain.class);
  private final List<String> violations = Collections.synchronizedList(new ArrayList<>());

  /** {@code notes}: the file of the played seeds, which the run continues from; or null. */
  StrainRuns(Map<Strain, Long> wanted, @Nullable Path notes) {
    this.wanted = wanted;
    this.notes = notes;
    wanted.keySet().forEach(strain -> played.put(strain, new Played()));
    if (notes != null && Files.exists(notes)) {
      read(notes);
    }
  }

  /** Plays the strains in turn, and returns the violations. */
  List<String> play() {
    boolean more = true;
    while (more) {
      more = false;
      for (Strain strain : wanted.keySet()) {
        Played so = Objects.requireNonNull(played.get(strain));
        long left = wanted.get(strain) - so.seeds;
        if (left > 0) {
          more = true;
          play(strain, so, Math.min(left, SEEDS_AT_ONCE));
          note();
        }
      }
    }
    return List.copyOf(violations);
  }

  private void play(Strain strain, Played so, long seeds) {
    List<Long> violated = Collections.synchronizedList(new ArrayList<>());
    double cpu =
        LongStream.rangeClosed(so.seeds + 1, so.seeds + seeds)
            .parallel()
            .mapToDouble(
                seed -> {
                  long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                  judge(strain, seed, violated);
                  long after = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                  return (after - before) / NANOS_PER_SECOND;
                })
            .sum();
    so.seeds += seeds;
    so.cpuSeconds += cpu;
    so.violated.addAll(violated);
  }

  private void judge(Strain strain, long seed, List<Long> violated) {
    try {
      Simulation.run(Scenario.of(seed, EVENTS, strain));
    } catch (RuntimeException | AssertionError violation) {
      violated.add(seed);
      violations.add(
          "%s, seed %d, again with -Dsim.strain=%s -Dsim.seed=%d: %s"
              .formatted(strain, seed, strain, seed, violation));
    }
  }

  /** A line for each strain, and one for all of them. */
  String report() {
    StringBuilder lines = new StringBuilder(HEAD);
    Played all = new Played();
    played.forEach(
        (strain, so) -> {
          lines.append(line(strain.name(), so)).append('\n');
          all.seeds += so.seeds;
          all.cpuSeconds += so.cpuSeconds;
          all.violated.addAll(so.violated);
        });
    lines.append(line("all", all)).append('\n');
    double perMinute = all.seeds / Math.max(1e-9, all.cpuSeconds / SECONDS_PER_MINUTE);
    return lines + String.format(Locale.ROOT, "%.0f seeds per minute of CPU%n", perMinute);
  }

  private static String line(String name, Played so) {
    String seeds = so.violated.isEmpty() ? "0" : so.violated.size() + " " + so.violated;
    return String.format(Locale.ROOT, "%s %d %.1f %s", name, so.seeds, so.cpuSeconds, seeds);
  }

  private void note() {
    if (notes != null) {
      try {
        Files.createDirectories(notes.toAbsolutePath().getParent());
        Files.writeString(notes, report());
      } catch (IOException unwritable) {
        throw new UncheckedIOException(unwritable);
      }
    }
  }

  private void read(Path file) {
    try {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split("[ ,\\[\\]]+");
        for (Strain strain : wanted.keySet()) {
          if (words[0].equals(strain.name())) {
            Played so = Objects.requireNonNull(played.get(strain));
            so.seeds = Long.parseLong(words[1]);
            so.cpuSeconds = Double.parseDouble(words[2]);
            for (int at = 4; at < words.length; at++) {
              so.violated.add(Long.parseLong(words[at]));
              violations.add(strain + ", seed " + words[at] + ", in an earlier part of this run");
            }
          }
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
