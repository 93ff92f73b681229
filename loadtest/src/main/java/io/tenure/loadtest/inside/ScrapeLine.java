package io.tenure.loadtest.inside;

import com.sun.management.OperatingSystemMXBean;
import io.tenure.core.memory.LatencyHistogram;
import io.tenure.server.Opened;
import io.tenure.shard.meter.LoopMeter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Measures a scrape when very many leases are held: its time, and the delay that it causes on the
 * loops. The delay is how late each loop looks at its shards while one scrape follows the other. It
 * is compared with the delay in an equal time without scrapes, which the machine causes anyway.
 */
final class ScrapeLine {

  private static final int WARM = 50;
  private static final int SCRAPES = 500;
  private static final int ROUNDS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private ScrapeLine() {}

  static void print(int leases) throws Exception {
    try (Opened server = new Opened(Files.createTempDirectory("scrape-line"))) {
      ViewLines.acquire(server, leases, false);
      System.gc();
      scrapes(server, WARM);
      for (int round = 0; round < ROUNDS; round++) {
        long[] before = delays(server);
        long beforeCpu = PROCESS.getProcessCpuTime();
        double[] millis = scrapes(server, SCRAPES);
        double cpuMillis = (PROCESS.getProcessCpuTime() - beforeCpu) / NANOS_PER_MILLI;
        long[] between = delays(server);
        double took = Arrays.stream(millis).sum();
        pass((long) took);
        long[] after = delays(server);
        Arrays.sort(millis);
        System.out.printf(
            "scrape with %,d leases: median %.1f ms, longest of %d %.1f ms (line 50),"
                + " %.1f ms of the processor, who reads it included%n"
                + "  longest stall of a loop, 99 %% of its looks: %.1f, %.1f ms while scraped"
                + " for %.1f s; %.1f, %.1f ms without%n",
            leases,
            millis[SCRAPES / 2],
            SCRAPES,
            millis[SCRAPES - 1],
            cpuMillis / SCRAPES,
            quantile(before, between, 1),
            quantile(before, between, 0.99),
            took / 1e3,
            quantile(between, after, 1),
            quantile(between, after, 0.99));
      }
    }
  }

  private static double[] scrapes(Opened server, int count) {
    double[] millis = new double[count];
    for (int at = 0; at < count; at++) {
      long begun = System.nanoTime();
      String told = server.get("/metrics").body();
      millis[at] = (System.nanoTime() - begun) / NANOS_PER_MILLI;
      if (!told.contains("tenure_leases ")) {
        throw new IllegalStateException("not a scrape: " + told);
      }
    }
    return millis;
  }

  /** The looks of all loops, by their delay. */
  private static long[] delays(Opened server) {
    long[] counts = new long[LatencyHistogram.BUCKETS];
    for (LoopMeter loop : server.router().meters().loops()) {
      for (int bucket = 0; bucket < LatencyHistogram.BUCKETS; bucket++) {
        counts[bucket] += loop.delays().count(bucket);
      }
    }
    return counts;
  }

  /** In milliseconds. */
  private static double quantile(long[] before, long[] after, double part) {
    long sum = Arrays.stream(after).sum() - Arrays.stream(before).sum();
    if (sum == 0) {
      throw new IllegalStateException("no loop looked at its shards");
    }
    long wanted = (long) Math.ceil(sum * part);
    int bucket = 0;
    for (long seen = after[0] - before[0]; seen < wanted; seen += after[bucket] - before[bucket]) {
      bucket++;
    }
    return LatencyHistogram.endNanos(bucket) / NANOS_PER_MILLI;
  }

  private static void pass(long millis) {
    new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS).join();
  }
}
