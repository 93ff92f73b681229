package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;

/**
 * What one shard says to another: about a session whose leases lie on both, or about leases that
 * may be lost. Words may be lost, doubled or reordered: the shard that needs an answer asks again.
 */
public sealed interface ShardMessage {

  /**
   * From a shard that keeps leases of the session: is it alive? Also enrols the asker. {@code
   * since} is the number of the asker's ownership: larger than every number that the shard gave out
   * before, smaller than every one it gives out after. {@code question} is repeated in the answer,
   * so that an old one is not taken for it.
   */
  record Ask(LeaseId session, int from, long since, long question) implements ShardMessage {}

  /**
   * From the session's home: alive, the asker is enrolled for good, and worth asking again when
   * {@code askAgainMillis} passed.
   */
  record Alive(LeaseId session, long question, long askAgainMillis) implements ShardMessage {}

  /** From the session's home: it is over for ever. */
  record Over(LeaseId session, EndReason how) implements ShardMessage {}

  /**
   * From a shard whose store may have lost leases of ownerships before {@code since}: to every
   * other shard, until it answers.
   */
  record Lost(int from, long since) implements ShardMessage {

    /** Speaks of all ownerships before {@code epoch}. */
    public static Lost before(int from, long epoch) {
      return new Lost(from, RevisionSequence.firstOf(epoch));
    }
  }

  /**
   * The answer: no session of shard {@code from} that may have lost leases to that ownership is
   * kept alive any more, and its holder believes in it for {@code believedMillis} at most.
   */
  record LossHeard(int from, long since, long believedMillis) implements ShardMessage {}
}
