package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;

/**
 * A message between two shards, about a session with leases on both, or about leases that may be
 * lost. Messages may be lost, duplicated or reordered: the shard that needs an answer asks again.
 */
public sealed interface ShardMessage {

  /**
   * The question of a shard that has leases of the session, whether the session is alive. It also
   * enrols the asking shard. {@code since} is the number of its ownership: larger than every number
   * that the shard gave out before, smaller than every one it gives out after. {@code question} is
   * repeated in the answer, so that an old answer is recognised.
   */
  record Ask(LeaseId session, int from, long since, long question) implements ShardMessage {}

  /**
   * The answer of the session's home that it is alive, and has this ttl. The asking shard is
   * enrolled durably, and may ask again after {@code askAgainMillis}.
   */
  record Alive(LeaseId session, long question, long askAgainMillis, long ttlMillis)
      implements ShardMessage {}

  /** The answer of the session's home that it is over for ever. */
  record Over(LeaseId session, EndReason how) implements ShardMessage {}

  /**
   * A report to every other shard, until it acknowledges, that the store may have lost leases of
   * ownerships that ended before {@code since} began, with larger numbers too.
   */
  record Lost(int from, long since) implements ShardMessage {

    /** Speaks of all ownerships before {@code epoch}. */
    public static Lost before(int from, long epoch) {
      return new Lost(from, RevisionSequence.firstOf(epoch));
    }
  }

  /**
   * The acknowledgement. No session of shard {@code from} that may have lost leases to that
   * ownership is extended any more, and its holder believes in it for {@code believedMillis} at
   * most.
   */
  record LossHeard(int from, long since, long believedMillis) implements ShardMessage {}
}
