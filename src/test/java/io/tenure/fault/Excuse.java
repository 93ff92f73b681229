package io.tenure.fault;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What a fault may legitimately cost: what was acknowledged from {@code fromNanos} on, and lost for
 * good at {@code lostNanos}, when neither a server nor a Redis that knew it was left. Until {@code
 * untilNanos} the old Redis may still have answered, and that is lost as well.
 *
 * <p>Only what an operation of that time told may be forgotten: its lease, its end, its requestId,
 * its mark. No excuse is made for two holders, a lease that is too short, a token that does not
 * grow, or a server that speaks without owning the shard.
 */
record Excuse(long fromNanos, long lostNanos, long untilNanos, Map<String, Long> firstAskedNanos) {

  static final Excuse NONE = new Excuse(Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE);

  Excuse(long fromNanos, long lostNanos, long untilNanos) {
    this(fromNanos, lostNanos, untilNanos, Map.of());
  }

  /** Lost in one instant, with a server that is dead since then. */
  static Excuse lost(long fromNanos, long lostNanos) {
    return new Excuse(fromNanos, lostNanos, lostNanos);
  }

  /** Of a run in which these were asked. */
  Excuse in(Collection<Operation> operations) {
    Map<String, Long> asked = new HashMap<>();
    for (Operation each : operations) {
      if (each.requestId() != null) {
        asked.merge(each.requestId(), each.sentNanos(), Math::min);
      }
    }
    return new Excuse(fromNanos, lostNanos, untilNanos, asked);
  }

  /** Whether what was acknowledged may be lost. */
  boolean covers(Operation acknowledged) {
    return acknowledged.doneNanos() >= fromNanos && madeNanos(acknowledged) <= untilNanos;
  }

  /**
   * A grant that is repeated was made for an earlier request. Its server tells it from memory, and
   * need not have heard yet that its Redis is another one.
   */
  private long madeNanos(Operation acknowledged) {
    boolean again = acknowledged.told() instanceof Told.Granted granted && granted.repeated();
    long sentNanos = acknowledged.sentNanos();
    return again ? firstAskedNanos.getOrDefault(acknowledged.requestId(), sentNanos) : sentNanos;
  }

  /** Whether what was acknowledged may be lost, and was when the later one was answered. */
  boolean forgets(Operation acknowledged, Operation later) {
    return covers(acknowledged) && knowsLess(later);
  }

  /** Whether the loss had happened when this was answered. */
  boolean knowsLess(Operation told) {
    return told.doneNanos() >= lostNanos;
  }
}
