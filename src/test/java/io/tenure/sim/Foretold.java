package io.tenure.sim;

import java.util.TreeMap;

/**
 * For how long leases of one shard may be promised, as Redis has been told, and since when. What
 * has stood there for a term somebody knows for ever, whatever Redis loses: a server that stands
 * by, or a replica.
 */
final class Foretold {

  private static final long STANDS_MILLIS_MAX = 3_000;

  private final long standsNanos;
  private final TreeMap<Long, Long> millisSince = new TreeMap<>();

  Foretold(long termMillis) {
    standsNanos = Math.min(termMillis, STANDS_MILLIS_MAX) * Schedule.MILLI;
  }

  /** Answers whether it is longer than any before. */
  boolean told(long millis, long nowNanos) {
    boolean longer = millis > known(Long.MAX_VALUE);
    if (longer) {
      millisSince.put(nowNanos, millis);
    }
    return longer;
  }

  /** What somebody knows though Redis has lost it just now. */
  long afterLoss(long leftMillis, long nowNanos) {
    long known = Math.max(leftMillis, known(nowNanos - standsNanos));
    millisSince.values().removeIf(millis -> millis > known);
    return known;
  }

  private long known(long untilNanos) {
    return millisSince.headMap(untilNanos, true).values().stream().reduce(0L, Math::max);
  }
}
