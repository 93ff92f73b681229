package io.tenure.loadtest;

import io.tenure.api.PerShardRequest;
import io.tenure.api.Request;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the turns of a loop while very many leases expire in one tick. Between the turns other
 * leases are renewed, and a watcher follows every key. The results are how long each turn holds up
 * the loop, and when all these leases have ended.
 */
final class Storm {

  private static final long TTL_MILLIS = 10_000;
  private static final long OTHERS_TTL_MILLIS = 3_600_000;
  private static final long STEP_NANOS = 100_000_000;

  /** The number of renewals that a loop may find in its sockets after a turn. */
  private static final int RENEWALS_BETWEEN = 64;

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final Stand stand = new Stand(1);
  private final int dying;
  private final Handles others;
  private final long deadline = TTL_MILLIS * 1_000_000;
  private long renewals;
  private long ended;
  private long[] turns = new long[1 << 16];
  private int turnCount;
  private long wallMax;

  /** {@code aged}: the table has been in use for a while, so that its rows are in random order. */
  Storm(int dying, int living, boolean aged) {
    this.dying = dying;
    others = new Handles(living);
    for (int i = 0; i < living; i++) {
      others.add(stand.acquire(stand.asking(i, OTHERS_TTL_MILLIS).build()));
    }
    others.shuffle(living);
    if (aged) {
      age();
    }
    for (int i = 0; i < dying; i++) {
      stand.acquire(stand.asking(living + i, TTL_MILLIS).build());
    }
    ended = stand.released;
    stand.ask(new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW));
  }

  void run(boolean told) {
    while (stand.now + STEP_NANOS < deadline) {
      stand.now += STEP_NANOS;
      turn();
    }
    turnCount = 0;
    wallMax = 0;
    long collections = collections();
    long paused = pausedMillis();
    long first = stand.now;
    long start = System.nanoTime();
    long due = 0;
    long dueByThread = 0;
    while (stand.expired < dying) {
      stand.now = first + System.nanoTime() - start;
      if (due == 0 && stand.now >= deadline) {
        due = System.nanoTime();
        dueByThread = ThreadClock.nanos();
      }
      turn();
      if (due == 0 && stand.expired != 0) {
        throw new IllegalStateException("a lease was ended early");
      }
      renewSome();
    }
    long taken = ThreadClock.nanos() - dueByThread;
    long wall = System.nanoTime() - due;
    check();
    if (told) {
      Measured.print("loop", taken / 1e9);
      Measured.print("loopByWall", wall / 1e9);
      Measured.print("collections", collections() - collections);
      Measured.print("pauses", pausedMillis() - paused);
      printTurns();
    }
  }

  private void age() {
    Handles earlier = new Handles(dying);
    for (int i = 0; i < dying; i++) {
      earlier.add(stand.acquire(stand.asking(i + others.count(), OTHERS_TTL_MILLIS).build()));
    }
    earlier.shuffle(dying);
    for (int i = 0; i < dying; i++) {
      stand.ask(new Request.Release(earlier.get(i)));
    }
  }

  private void turn() {
    long expired = stand.expired;
    long before = System.nanoTime();
    long beforeByThread = ThreadClock.nanos();
    stand.table.tick(stand.now);
    stand.settle();
    long taken = ThreadClock.nanos() - beforeByThread;
    long wall = System.nanoTime() - before;
    if (stand.expired == expired) {
      return;
    }
    wallMax = Math.max(wallMax, wall);
    if (turnCount == turns.length) {
      turns = Arrays.copyOf(turns, turnCount * 2);
    }
    turns[turnCount++] = taken;
  }

  private void renewSome() {
    long[] packed = others.packed();
    for (int i = 0; i < RENEWALS_BETWEEN; i++) {
      int at = (int) (renewals++ % others.count()) * Handles.LONGS;
      long where = packed[at];
      long validMillis =
          stand.table.renew(
              stand.now, (int) where, (int) (where >>> 32), packed[at + 1], packed[at + 2]);
      if (validMillis != OTHERS_TTL_MILLIS) {
        throw new IllegalStateException("a renewal between the turns answered " + validMillis);
      }
    }
  }

  private void check() {
    boolean done =
        stand.expired == dying
            && stand.expiredSeen == dying
            && stand.released == ended
            && stand.strays == 0
            && stand.table.stats().leases() == others.count();
    if (!done) {
      throw new IllegalStateException(
          dying + " were to expire: " + stand.expired + " did, " + stand.expiredSeen + " told");
    }
  }

  private void printTurns() {
    long[] sorted = Arrays.copyOf(turns, turnCount);
    Arrays.sort(sorted);
    Measured.print("turnMax", sorted[turnCount - 1] / 1e3);
    Measured.print("turnP999", sorted[(int) (turnCount * 0.999)] / 1e3);
    Measured.print("turnP99", sorted[(int) (turnCount * 0.99)] / 1e3);
    Measured.print("turnP50", sorted[turnCount / 2] / 1e3);
    Measured.print("turnMaxByWall", wallMax / 1e3);
  }

  private long collections() {
    long sum = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      sum += collector.getCollectionCount();
    }
    return sum;
  }

  private long pausedMillis() {
    long sum = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      sum += collector.getCollectionTime();
    }
    return sum;
  }
}
