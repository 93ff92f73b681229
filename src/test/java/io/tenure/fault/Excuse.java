package io.tenure.fault;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The loss that a fault may legitimately cause. It covers data that was acknowledged from {@code
 * fromNanos} on and lost at {@code lostNanos}, when no server or Redis with this data was left.
 * Until {@code untilNanos} the old Redis may still have answered, and those answers are lost as
 * well.
 *
 * <p>The excuse covers only the results of operations of that time: their lease, end, requestId or
 * mark. It never covers two holders, a lease that is too short, a token that does not grow, or a
 * server that answers without owning the shard.
 *
 * <p>{@code doubt}: a shard may have been in doubt, so that a session is told that it has expired
 * while it still holds its keys for the time promised.
 */
record Excuse(
    long fromNanos,
    long lostNanos,
    long untilNanos,
    boolean doubt,
    Map<String, Long> firstAskedNanos) {

  static final Excuse NONE = new Excuse(Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE);

  /** Covers a strike that did not report when it lost what. */
  static final Excuse WIDEST = new Excuse(Long.MIN_VALUE, Long.MIN_VALUE, Long.MAX_VALUE);

  Excuse(long fromNanos, long lostNanos, long untilNanos) {
    this(fromNanos, lostNanos, untilNanos, false, Map.of());
  }

  /** Lost in one instant, together with a server that is dead since then. */
  static Excuse lost(long fromNanos, long lostNanos) {
    return new Excuse(fromNanos, lostNanos, lostNanos);
  }

  /** The same excuse for a run with these operations. */
  Excuse in(Collection<Operation> operations) {
    Map<String, Long> asked = new HashMap<>();
    for (Operation each : operations) {
      if (each.requestId() != null) {
        asked.merge(each.requestId(), each.sentNanos(), Math::min);
      }
    }
    return new Excuse(fromNanos, lostNanos, untilNanos, doubt, asked);
  }

  /**
   * The same excuse for a fault that may put a shard in doubt, whether it loses anything or not.
   */
  Excuse doubting() {
    return new Excuse(fromNanos, lostNanos, untilNanos, true, firstAskedNanos);
  }

  /**
   * Whether this may be a session that holds its keys for the time promised, but is told earlier.
   */
  boolean permitsEarlyEndOf(LeaseHistory lease) {
    return doubt && lease.isSession();
  }

  /** Whether the acknowledged operation may be lost. */
  boolean covers(Operation acknowledged) {
    return acknowledged.doneNanos() >= fromNanos && madeNanos(acknowledged) <= untilNanos;
  }

  /**
   * A repeated grant was made for an earlier request. Its server answers from memory, and may not
   * know yet that its Redis is another one.
   */
  private long madeNanos(Operation acknowledged) {
    boolean again = acknowledged.told() instanceof Told.Granted granted && granted.repeated();
    long sentNanos = acknowledged.sentNanos();
    return again ? firstAskedNanos.getOrDefault(acknowledged.requestId(), sentNanos) : sentNanos;
  }

  /**
   * Whether the acknowledged operation may be lost, and was lost when the later one was answered.
   */
  boolean forgets(Operation acknowledged, Operation later) {
    return covers(acknowledged) && knowsLess(later);
  }

  /** Whether the loss had happened when this operation was answered. */
  boolean knowsLess(Operation told) {
    return told.doneNanos() >= lostNanos;
  }
}
