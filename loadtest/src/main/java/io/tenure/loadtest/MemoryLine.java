package io.tenure.loadtest;

import io.tenure.api.AcquireBuilder;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Measures the bytes held per lease: the slope of the used heap over the number of leases. */
final class MemoryLine {

  private static final long TTL_MILLIS = 3_600_000;

  /** A lease as one would write it down first: the yardstick. */
  @SuppressWarnings("unused")
  private static final class PlainLease {
    final String key;
    final String holder;
    final long token;
    final long secretHigh;
    final long secretLow;
    final long ttlMillis;
    long deadline;

    PlainLease(int number, String holder) {
      this.key = Stand.key(number).toString();
      this.holder = holder;
      token = number;
      secretHigh = number;
      secretLow = number;
      ttlMillis = TTL_MILLIS;
      deadline = TTL_MILLIS;
    }
  }

  private MemoryLine() {}

  /** Arguments: what (leases, requestIds, objects), the most of them. */
  public static void main(String[] args) {
    int most = Integer.parseInt(args[1]);
    switch (args[0]) {
      case "leases" -> leases(most, number -> null);
      case "requestIds" -> leases(most, number -> new UUID(number, number).toString());
      default -> objects(most);
    }
  }

  private static void leases(int most, IntFunction<@Nullable String> requestId) {
    Stand stand = new Stand(1);
    try {
      Measured.print("bytes", slope(most, i -> acquire(stand, i, requestId.apply(i))));
      check(most, stand.table.stats().leases());
    } finally {
      Reference.reachabilityFence(stand);
    }
  }

  private static void objects(int most) {
    Map<String, PlainLease> leases = new HashMap<>();
    try {
      Measured.print("bytes", slope(most, i -> put(leases, i)));
      check(most, leases.size());
    } finally {
      Reference.reachabilityFence(leases);
    }
  }

  private static void acquire(Stand stand, int number, @Nullable String requestId) {
    AcquireBuilder request = stand.asking(number, TTL_MILLIS);
    if (requestId != null) {
      request.requestId(requestId);
    }
    stand.acquire(request.build());
  }

  private static void put(Map<String, PlainLease> leases, int number) {
    PlainLease lease = new PlainLease(number, "worker");
    leases.put(lease.key, lease);
  }

  /** Of a straight line through 0, 1/8, 1/4, 1/2 and all of {@code most}. */
  private static double slope(int most, IntConsumer add) {
    int[] sizes = {0, most / 8, most / 4, most / 2, most};
    double[] used = new double[sizes.length];
    int made = 0;
    for (int i = 0; i < sizes.length; i++) {
      for (; made < sizes[i]; made++) {
        add.accept(made);
      }
      used[i] = usedAfterCollection();
      System.out.printf("%,d held in %,.0f bytes%n", made, used[i]);
    }
    double meanSize = 0;
    double meanUsed = 0;
    for (int i = 0; i < sizes.length; i++) {
      meanSize += (double) sizes[i] / sizes.length;
      meanUsed += used[i] / sizes.length;
    }
    double above = 0;
    double below = 0;
    for (int i = 0; i < sizes.length; i++) {
      above += (sizes[i] - meanSize) * (used[i] - meanUsed);
      below += (sizes[i] - meanSize) * (sizes[i] - meanSize);
    }
    return above / below;
  }

  private static double usedAfterCollection() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  private static void check(int wanted, int held) {
    if (held != wanted) {
      throw new IllegalStateException(wanted + " were to be held, but " + held + " are");
    }
  }
}
