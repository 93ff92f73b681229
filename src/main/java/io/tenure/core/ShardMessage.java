package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;

/**
 * A message between two shards about a session with leases on both, or about lost leases. Messages
 * may be lost, duplicated or reordered: the shard that needs an answer asks again.
 */
public sealed interface ShardMessage {

  /** Handles each kind of message with one method, so that a forgotten kind does not compile. */
  interface Cases {
    void ask(Ask ask);

    void alive(Alive alive);

    void over(Over over);

    void lost(Lost lost);

    void lossHeard(LossHeard heard);
  }

  void accept(Cases cases);

  /**
   * The question of a shard with leases of a session, whether the session is alive. The question
   * also enrols the asking shard. {@code since} is the number of its ownership: larger than every
   * number that the shard gave out before, smaller than every number that it gives out after.
   * {@code question} is repeated in the answer, so that an old answer is recognised.
   */
  record Ask(LeaseId session, int from, long since, long question) implements ShardMessage {
    @Override
    public void accept(Cases cases) {
      cases.ask(this);
    }
  }

  /**
   * The answer of a session's home that the session is alive, with its ttl. The asking shard is
   * enrolled durably, and may ask again after {@code askAgainMillis}. When the session {@code
   * runsOut}, the home does not extend it any more, and no shard begins leases under it.
   */
  record Alive(LeaseId session, long question, long askAgainMillis, long ttlMillis, boolean runsOut)
      implements ShardMessage {
    @Override
    public void accept(Cases cases) {
      cases.alive(this);
    }
  }

  /** The answer of a session's home that the session is over for ever. */
  record Over(LeaseId session, EndReason how) implements ShardMessage {
    @Override
    public void accept(Cases cases) {
      cases.over(this);
    }
  }

  /**
   * A report to every other shard that the store may have lost leases. The lost leases are of
   * ownerships that ended before {@code since} began, some of them with larger numbers. The report
   * is repeated until the other shard acknowledges it.
   */
  record Lost(int from, long since) implements ShardMessage {

    /** Returns the report about all ownerships before {@code epoch}. */
    public static Lost before(int from, long epoch) {
      return new Lost(from, RevisionSequence.firstOf(epoch));
    }

    @Override
    public void accept(Cases cases) {
      cases.lost(this);
    }
  }

  /**
   * The acknowledgement of {@link Lost}. No session of shard {@code from} that may have lost leases
   * to that ownership is extended any more. The holders of these sessions believe in them for
   * {@code believedMillis} at most.
   */
  record LossHeard(int from, long since, long believedMillis) implements ShardMessage {
    @Override
    public void accept(Cases cases) {
      cases.lossHeard(this);
    }
  }
}
