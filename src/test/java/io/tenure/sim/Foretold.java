package io.tenure.sim;

import java.util.TreeMap;

/**
 * The promises of one shard that Redis has, and since when. A promise that Redis has had for an
 * ownership period is safe from any loss of Redis: a standby or a replica knows it.
 */
final class Foretold {

  private static final long STANDS_MILLIS_MAX = 3_000;

  private final long standsNanos;
  private final TreeMap<Long, Long> millisSince = new TreeMap<>();

  Foretold(long ownershipMillis) {
    standsNanos = Math.min(ownershipMillis, STANDS_MILLIS_MAX) * Schedule.MILLI;
  }

  /** Adds a promise, and returns whether it is longer than any before. */
  boolean told(long millis, long nowNanos) {
    boolean longer = millis > known(Long.MAX_VALUE);
    if (longer) {
      millisSince.put(nowNanos, millis);
    }
    return longer;
  }

  /** The longest promise that a server still knows after Redis has lost it. */
  long afterLoss(long leftMillis, long nowNanos) {
    long known = Math.max(leftMillis, known(nowNanos - standsNanos));
    millisSince.values().removeIf(millis -> millis > known);
    return known;
  }

  private long known(long untilNanos) {
    return millisSince.headMap(untilNanos, true).values().stream().reduce(0L, Math::max);
  }
}
