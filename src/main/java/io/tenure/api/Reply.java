package io.tenure.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reply of a shard to a request. */
public sealed interface Reply permits Reply.Answer, Refusal, PerShardReply {

  /** The number that means no shard, because there is no quarantine. */
  int NO_SHARD = -1;

  /** The outcome, in the vocabulary that all code outside of the shard shares. */
  Outcome outcome();

  /** Whether a lease or a session began with this reply, and not with an earlier one. */
  boolean begins();

  /** The new lease that only this reply reports; null when it reports none. */
  @Nullable LeaseId newLease();

  /** The answer to a caller that made exactly this request. */
  sealed interface Answer extends Reply {

    /** Handles each kind of answer with one method, so that a forgotten kind does not compile. */
    interface AnswerCases<R> {
      R granted(Granted granted);

      R renewed(Renewed renewed);

      R released(Released released);

      R broken(Broken broken);

      R transferred(Transferred transferred);

      R valueSet(ValueSet set);

      R leaseState(LeaseState state);

      R keyState(KeyState state);

      R sessionOpened(SessionOpened opened);

      R sessionState(SessionState state);

      R sessionClosed(SessionClosed closed);

      R fenceRaised(FenceRaised raised);

      R fenceMark(FenceMark mark);

      R fenceDropped(FenceDropped dropped);

      R quarantineEnded(QuarantineEnded ended);
    }

    <R> R accept(AnswerCases<R> cases);
  }

  /** An answer that may report the beginning of a lease or a session. */
  sealed interface Beginning extends Answer {
    @Override
    default Outcome outcome() {
      return Outcome.DONE;
    }
  }

  /** An answer of a request that was done, with which no lease and no session begins. */
  sealed interface Report extends Answer {
    @Override
    default Outcome outcome() {
      return Outcome.DONE;
    }

    @Override
    default boolean begins() {
      return false;
    }

    @Override
    default @Nullable LeaseId newLease() {
      return null;
    }
  }

  /** The caller has the lease; {@code repeated}: because of an earlier request. */
  record Granted(
      LeaseId lease, Holding holding, Validity validity, @Nullable Value value, boolean repeated)
      implements Beginning {

    public Key key() {
      return holding.key();
    }

    public String holder() {
      return holding.holder();
    }

    public long token() {
      return holding.token();
    }

    public int slot() {
      return holding.slot();
    }

    @Override
    public boolean begins() {
      return !repeated;
    }

    @Override
    public LeaseId newLease() {
      return lease;
    }

    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.granted(this);
    }
  }

  /** The results of renewals: each renewal has an outcome of its own. */
  record Renewed(List<RenewalReply> results) implements Answer {
    @Override
    public Outcome outcome() {
      return results.size() == 1 ? results.get(0).outcome() : Outcome.DONE;
    }

    @Override
    public boolean begins() {
      return false;
    }

    @Override
    public @Nullable LeaseId newLease() {
      return null;
    }

    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.renewed(this);
    }
  }

  /** The lease is released; {@code agoMillis} is 0 unless it was released before. */
  record Released(long token, long agoMillis) implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.released(this);
    }
  }

  /** An operator has broken the tenures; if not {@code atOnce}, they end after their grace. */
  record Broken(List<Long> tokens, boolean atOnce) implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.broken(this);
    }
  }

  /**
   * The key has a new holder, under {@code token}. {@code lease} is the new leaseId, for the caller
   * to pass on, if the named holder did not wait for the key; null when a waiter got the key.
   */
  record Transferred(String holder, long token, @Nullable LeaseId lease, Validity validity)
      implements Beginning {
    /** Returns false: the caller has handed its lease on, and has no new one. */
    @Override
    public boolean begins() {
      return false;
    }

    @Override
    public @Nullable LeaseId newLease() {
      return lease;
    }

    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.transferred(this);
    }
  }

  record ValueSet(long token) implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.valueSet(this);
    }
  }

  record LeaseState(HolderView lease, Key key) implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.leaseState(this);
    }
  }

  /**
   * The state of a key, which is free without holders. {@code barredMillis} is the rest of a
   * lock-delay, or of a quarantine of {@code quarantinedShard}, which is {@link #NO_SHARD} without
   * one.
   */
  record KeyState(
      Key key,
      List<HolderView> holders,
      int waiters,
      long barredMillis,
      long revision,
      int quarantinedShard)
      implements Report {
    public KeyState(
        Key key, List<HolderView> holders, int waiters, long barredMillis, long revision) {
      this(key, holders, waiters, barredMillis, revision, NO_SHARD);
    }

    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.keyState(this);
    }
  }

  record SessionOpened(LeaseId session, String holder, Validity validity, boolean repeated)
      implements Beginning {
    @Override
    public boolean begins() {
      return !repeated;
    }

    /** Returns null, because the name of a session is not that of a lease. */
    @Override
    public @Nullable LeaseId newLease() {
      return null;
    }

    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.sessionOpened(this);
    }
  }

  record SessionState(String holder, Validity validity, int leases) implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.sessionState(this);
    }
  }

  record SessionClosed() implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.sessionClosed(this);
    }
  }

  record FenceRaised(long token) implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.fenceRaised(this);
    }
  }

  record FenceMark(long token) implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.fenceMark(this);
    }
  }

  /** The fence is deleted; {@code token} was its mark. */
  record FenceDropped(String fence, long token) implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.fenceDropped(this);
    }
  }

  /**
   * An operator has ended a quarantine, which would have lasted for {@code remainingMillis} more,
   * because of {@code doubt}. If not {@code ended}, there was no quarantine.
   */
  record QuarantineEnded(boolean ended, long remainingMillis, String doubt) implements Report {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.quarantineEnded(this);
    }
  }
}
