package io.tenure.loadtest.inside;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Prints the cost of the stream compared with the lines to reach. A server on a core of its own
 * runs in turns with a bare echo there; both are compared by their time on that core. Medians of
 * several rounds.
 */
public final class StreamLines {

  private static final int ROUNDS = Integer.getInteger("rounds", 5);
  private static final int CONNECTIONS = 16;
  private static final int DEPTH = 64;
  private static final int SINGLES = 600_000;
  private static final int TOGETHER = 500;

  private StreamLines() {}

  public static void main(String[] names) {
    List<String> wanted =
        names.length == 0
            ? List.of("single", "batch", "size", "connections", "start")
            : List.of(names);
    for (String name : wanted) {
      switch (name) {
        case "single" -> single();
        case "batch" -> batch();
        case "size" -> size();
        case "connections" -> connections();
        case "start" -> start();
        default ->
            throw new IllegalArgumentException(
                "no line is called " + name + "; use single, batch, size, connections, start");
      }
    }
  }

  /** With many on their way, and with one to each connection. */
  private static void single() {
    try (Peer tenure = Peer.tenure();
        Peer echo = Peer.echo()) {
      Frames frames = Frames.of(shuffled(Taking.leases(tenure.port, 1_000)), 1);
      compare(tenure, echo, frames, CONNECTIONS, DEPTH, SINGLES);
      compare(tenure, echo, frames, CONNECTIONS * 4, 1, SINGLES / 4);
    }
  }

  private static void compare(
      Peer tenure, Peer echo, Frames frames, int connections, int depth, long total) {
    try (Pipes ours = new Pipes(tenure.port, connections, frames, false);
        Pipes theirs = new Pipes(echo.port, connections, frames, true)) {
      perCpuSecond(tenure, ours, total, depth);
      perCpuSecond(echo, theirs, total, depth);
      double[] ratios = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        double we = perCpuSecond(tenure, ours, total, depth);
        double they = perCpuSecond(echo, theirs, total, depth);
        ratios[round] = we / they;
        print("  %,.0f renewals, %,.0f echoes per CPU-second: %.2f", we, they, ratios[round]);
      }
      print(
          "single renewals against an echo, %d on their way on each of %d connections: %.2f"
              + " (line 0.85, aim 0.95)",
          depth, connections, median(ratios));
    }
  }

  private static void batch() {
    try (Peer tenure = Peer.tenure()) {
      Frames frames = Frames.of(shuffled(Taking.leases(tenure.port, 10_000)), TOGETHER);
      try (Pipes pipes = new Pipes(tenure.port, 4, frames, false)) {
        perCpuSecond(tenure, pipes, 100_000);
        double[] rates = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
          rates[round] = TOGETHER * perCpuSecond(tenure, pipes, 60_000);
          print("  %,.0f renewals per CPU-second, %d to a frame", rates[round], TOGETHER);
        }
        print("batched renewals: %.1f M per CPU-second (line 3, aim 8)", median(rates) / 1e6);
      }
    }
  }

  private static void size() {
    try (Peer tenure = Peer.tenure()) {
      List<String> all = Taking.leases(tenure.port, 1_000_000);
      List<String> few = shuffled(all.subList(0, 1_000));
      List<String> many = shuffled(all);
      compareSizes(tenure, Frames.of(few, 1), Frames.of(many, 1), 1, SINGLES / 4);
      compareSizes(tenure, Frames.of(few, 1), Frames.of(many, 1), DEPTH, SINGLES);
      compareSizes(
          tenure, Frames.of(few, TOGETHER), Frames.of(many, TOGETHER), DEPTH, SINGLES / 20);
    }
  }

  private static void compareSizes(Peer tenure, Frames few, Frames many, int depth, int total) {
    try (Pipes small = new Pipes(tenure.port, CONNECTIONS, few, false);
        Pipes large = new Pipes(tenure.port, CONNECTIONS, many, false)) {
      perCpuSecond(tenure, small, total, depth);
      perCpuSecond(tenure, large, total, depth);
      double[] ratios = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        ratios[round] =
            perCpuSecond(tenure, small, total, depth) / perCpuSecond(tenure, large, total, depth);
      }
      print(
          "CPU per renewal with 1M leases against 1k, %d to a frame, %d on their way: %.2f"
              + " (line 1.15, aim 1.05)",
          few.leases(), depth, median(ratios));
    }
  }

  private static void connections() {
    int count = 9_000;
    try (Peer tenure = Peer.tenure()) {
      Frames frames = Frames.of(Taking.leases(tenure.port, count), 1);
      try (Pipes few = new Pipes(tenure.port, 10, frames, false)) {
        few.run(100_000, 1);
      }
      long live = tenure.liveBytes();
      long resident = tenure.residentBytes();
      try (Pipes many = new Pipes(tenure.port, count, frames, false)) {
        many.run(count, 1);
        print(
            "%,d stream connections: %.1f KB each on the heap, %.1f KB of memory (line 16, aim 8)",
            count,
            (tenure.liveBytes() - live) / 1_024.0 / count,
            (tenure.residentBytes() - resident) / 1_024.0 / count);
      }
    }
  }

  private static void start() {
    FirstAnswer.seconds();
    double[] seconds = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      seconds[round] = FirstAnswer.seconds();
      print("  granted after %.2f s", seconds[round]);
    }
    print("from ./tenure serve to the first answer: %.2f s (line 2, aim 0.8)", median(seconds));
  }

  private static double perCpuSecond(Peer peer, Pipes pipes, long total) {
    return perCpuSecond(peer, pipes, total, DEPTH);
  }

  private static double perCpuSecond(Peer peer, Pipes pipes, long total, int depth) {
    double before = peer.cpuSeconds();
    pipes.run(total, depth);
    return total / (peer.cpuSeconds() - before);
  }

  private static List<String> shuffled(List<String> ids) {
    List<String> shuffled = new ArrayList<>(ids);
    Collections.shuffle(shuffled, new Random(1));
    return shuffled;
  }

  private static double median(double[] figures) {
    Arrays.sort(figures);
    return figures[figures.length / 2];
  }

  private static void print(String text, Object... figures) {
    System.out.printf(Locale.ROOT, text + "%n", figures);
  }
}
