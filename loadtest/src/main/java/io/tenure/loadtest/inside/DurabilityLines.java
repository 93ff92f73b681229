package io.tenure.loadtest.inside;

import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.CallResult;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * Prints the cost of durability compared with the lines to reach. Each ratio is of two figures of
 * one round, the median of several.
 */
public final class DurabilityLines {

  private static final int ROUNDS = Integer.getInteger("rounds", 5);

  /** Rounds of ours before any round counts: by then Java has compiled the hot code. */
  private static final int WARM_UP = Integer.getInteger("warm.up", 15);

  private DurabilityLines() {}

  public static void main(String[] names) throws Exception {
    List<String> wanted = names.length == 0 ? List.of("grants", "etcd", "start") : List.of(names);
    for (String name : wanted) {
      switch (name) {
        case "grants" -> grants();
        case "etcd" -> etcd();
        case "start" -> start(1_000_000);
        case "start-10M" -> start(10_000_000);
        case "outage" -> outage(Integer.getInteger("minutes", 10));
        case "freeze" -> freeze();
        default ->
            throw new IllegalArgumentException(
                "no line is called "
                    + name
                    + "; use grants, etcd, start, start-10M, outage, freeze");
      }
    }
  }

  /**
   * Compares with the same records written by redis-benchmark with as many on their way: once when
   * Redis has a core of its own, as it has with redis-benchmark, and once when every core has a
   * loop.
   */
  private static void grants() {
    grants(Site.LOOPS - 1);
    grants(Site.LOOPS);
  }

  private static void grants(int loops) {
    int inFlight = 4_096;
    int records = 200_000;
    try (Site site = new Site(loops)) {
      site.start();
      RedisBenchmark.rewriteNothing(site.socket());
      int[] round = new int[1];
      DoubleSupplier ours =
          () -> Grants.perSecond(site, "grants" + round[0]++, records, inFlight, 60_000);
      DoubleSupplier theirs =
          () -> RedisBenchmark.perSecond(site.socket(), records, inFlight / 64, 64);
      compare(
          "durable grants with --loops %d, against redis-benchmark".formatted(loops),
          "0.7, aim 0.9",
          ours,
          theirs);
    }
  }

  private static void etcd() {
    int clients = 1_000;
    try (Site site = new Site();
        Etcd etcd = new Etcd()) {
      site.start();
      int[] round = new int[1];
      compare(
          "durable grants to 1,000 clients, against etcd's LeaseGrant",
          "3, aim 8",
          () -> Grants.perSecond(site, "etcd" + round[0]++, 100_000, clients, 60_000),
          () -> etcd.perSecond(clients, 20_000));
    }
  }

  /** From nothing to every lease armed and served, after an orderly stop. */
  private static void start(int leases) {
    try (Site site = new Site()) {
      site.start();
      Grants.take(site, "start", leases, 8_192, 86_400_000);
      double[] seconds = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        site.stop();
        seconds[round] = site.start() / 1e9;
        require(leases, held(site.server().router()));
        print("  %,d leases served after %.2f s", leases, seconds[round]);
      }
      print(
          "cold start with %,d leases: %.2f s (line %s)",
          leases, median(seconds), leases > 1_000_000 ? "25 s, aim 8 s" : "3 s, aim 1 s");
    }
  }

  /** Redis is paused for minutes; every lease is renewed every second. */
  private static void outage(int minutes) throws Exception {
    try (Site site = new Site()) {
      site.start();
      List<LeaseId> leases = Grants.take(site, "outage", 10_000, 1_000, 5_000);
      Renewals.Outcome all = new Renewals.Outcome(0, 0);
      Process frozen = Signals.freeze(site.redis().pid(), 1, minutes * 60L);
      while (frozen.isAlive()) {
        all = all.and(Renewals.all(site, leases));
        frozen.waitFor(1, TimeUnit.SECONDS);
      }
      all = all.and(Renewals.all(site, leases));
      require(leases.size(), held(site.server().router()));
      print(
          "renewals answered while Redis stood still for %d min: %.4f %% of %,d (line 99.9, aim"
              + " 99.999)",
          minutes, 100.0 * all.renewed() / all.asked(), all.asked());
    }
  }

  /** The whole server is paused for ten times the ttl of some of its million leases. */
  private static void freeze() throws Exception {
    int ttlSeconds = 5;
    try (Site site = new Site()) {
      site.start();
      Grants.take(site, "still", 1_000_000, 4_096, 86_400_000);
      List<LeaseId> leases = Grants.take(site, "freeze", 10_000, 1_000, ttlSeconds * 1_000L);
      double[] renewed = new double[ROUNDS];
      double[] granted = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        Process frozen = Signals.freeze(ProcessHandle.current().pid(), 1, 10L * ttlSeconds);
        Renewals.Outcome before = Renewals.all(site, leases);
        require(before.asked(), before.renewed());
        long wokenNanos = awaitJump();
        Renewals.Outcome first = Renewals.all(site, leases.subList(round, round + 1));
        renewed[round] = (System.nanoTime() - wokenNanos) / 1e6;
        require(1, first.renewed());
        Grants.take(site, "after" + round, 1, 1, 60_000);
        granted[round] = (System.nanoTime() - wokenNanos) / 1e6;
        Renewals.Outcome after = Renewals.all(site, leases);
        require(after.asked(), after.renewed());
        print("  renewed after %.1f ms, granted after %.1f ms", renewed[round], granted[round]);
        frozen.waitFor();
      }
      print(
          "first right answer after standing still for %d s, ten times the ttl, with 1M leases:"
              + " renewal %.1f ms, grant %.1f ms (line 200, aim 20)",
          10 * ttlSeconds, median(renewed), median(granted));
    }
  }

  /** Waits for the end of a pause of this process. */
  private static long awaitJump() {
    long before = System.nanoTime();
    while (true) {
      Thread.onSpinWait();
      long now = System.nanoTime();
      if (now - before > TimeUnit.SECONDS.toNanos(5)) {
        return now;
      }
      before = now;
    }
  }

  private static void require(long expected, long counted) {
    if (counted != expected) {
      throw new IllegalStateException("expected " + expected + " leases, counted " + counted);
    }
  }

  /** The number of held leases, counted page by page. */
  private static long held(ShardRouter router) {
    long count = 0;
    for (int shard = 0; shard < router.shards(); shard++) {
      long cursor = 0;
      do {
        CallResult answer =
            Site.get(
                router
                    .ask(shard, new PerShardRequest.Browse("", cursor, Limits.PAGE_MAX))
                    .answer());
        PerShardReply.Page page = (PerShardReply.Page) ((CallResult.Said) answer).reply();
        count += page.keys().size();
        cursor = page.next();
      } while (cursor != 0);
    }
    return count;
  }

  private static void compare(
      String what, String line, DoubleSupplier ours, DoubleSupplier theirs) {
    for (int round = 0; round < WARM_UP; round++) {
      print("  warming up: %,.0f/s", ours.getAsDouble());
    }
    print("  warming up: against %,.0f/s", theirs.getAsDouble());
    double[] ratios = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      double we = ours.getAsDouble();
      double they = theirs.getAsDouble();
      ratios[round] = we / they;
      print("  %,.0f/s against %,.0f/s: %.2f", we, they, ratios[round]);
    }
    print("%s: %.2f (line %s)", what, median(ratios), line);
  }

  private static double median(double[] figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
