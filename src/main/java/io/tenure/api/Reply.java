package io.tenure.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a shard answers. */
public sealed interface Reply {

  /** Where there is no quarantine. */
  int NO_SHARD = -1;

  /** In the vocabulary that everything outside of the shard shares. */
  default Outcome outcome() {
    return Outcome.DONE;
  }

  /** Whether a lease or a session began by it now, and not when the request came before. */
  default boolean begins() {
    return false;
  }

  /** The new lease that only this reply tells of; null when it tells of none. */
  default @Nullable LeaseId newLease() {
    return null;
  }

  /** What a caller is told of the one request that it made. */
  sealed interface Answer extends Reply {

    /** One method for each kind of answer, so that a kind that is forgotten does not compile. */
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

  /** Why nothing was done. */
  sealed interface Refusal extends Reply {

    /** One method for each kind of refusal. */
    interface RefusalCases<R> {
      R held(Held held);

      R requestConsumed(RequestConsumed consumed);

      R over(Over over);

      R fenced(Fenced fenced);

      R refused(Refused refused);
    }

    <R> R accept(RefusalCases<R> cases);

    @Override
    Outcome outcome();
  }

  /** What becomes a part of an answer, or is for the shard itself. */
  sealed interface Part extends Reply {}

  /** The lease is the caller's; {@code repeated}: it was granted to this requestId before. */
  record Granted(
      LeaseId lease, Holding holding, Validity validity, @Nullable Value value, boolean repeated)
      implements Answer {

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

  /**
   * Another holder owns the key (one of them, when it has several holders), or none does and it is
   * barred by a lock-delay: then {@code holder} is empty and {@code token} 0. {@code sinceSeconds}
   * counts as that of a {@link HolderView}. A key that is held may be barred longer than that.
   * {@code quarantinedShard}: that of the key, which is barred because of that; else {@link
   * #NO_SHARD}.
   */
  record Held(
      String holder,
      long token,
      long sinceSeconds,
      long remainingMillis,
      long barredMillis,
      int waiters,
      int quarantinedShard)
      implements Refusal {
    public Held(
        String holder,
        long token,
        long sinceSeconds,
        long remainingMillis,
        long barredMillis,
        int waiters) {
      this(holder, token, sinceSeconds, remainingMillis, barredMillis, waiters, NO_SHARD);
    }

    public static Held barred(long millis, int waiters) {
      return new Held("", 0, 0, millis, millis, waiters);
    }

    public static Held quarantined(int shard, long millis, int waiters) {
      return new Held("", 0, 0, millis, millis, waiters, shard);
    }

    @Override
    public Outcome outcome() {
      return Outcome.HELD;
    }

    @Override
    public <R> R accept(RefusalCases<R> cases) {
      return cases.held(this);
    }
  }

  /** This requestId had its lease, and that tenure is over: nothing is granted again. */
  record RequestConsumed(EndReason how, long token) implements Refusal {
    @Override
    public Outcome outcome() {
      return Outcome.REQUEST_CONSUMED;
    }

    @Override
    public <R> R accept(RefusalCases<R> cases) {
      return cases.requestConsumed(this);
    }
  }

  /** Of many renewals each has an outcome of its own. */
  record Renewed(List<RenewalReply> results) implements Answer {
    @Override
    public Outcome outcome() {
      return results.size() == 1 ? results.get(0).outcome() : Outcome.DONE;
    }

    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.renewed(this);
    }
  }

  /** {@code agoMillis} is 0 unless it had been released before. */
  record Released(long token, long agoMillis) implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.released(this);
    }
  }

  /** {@code atOnce} false: the tenures end after their grace. */
  record Broken(List<Long> tokens, boolean atOnce) implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.broken(this);
    }
  }

  /**
   * The key was handed on under {@code token}. {@code lease} is the new leaseId when the named
   * holder was not waiting for it: the caller passes it on. Null when a waiter got it.
   */
  record Transferred(String holder, long token, @Nullable LeaseId lease, Validity validity)
      implements Answer {
    @Override
    public @Nullable LeaseId newLease() {
      return lease;
    }

    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.transferred(this);
    }
  }

  record ValueSet(long token) implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.valueSet(this);
    }
  }

  record LeaseState(HolderView lease, Key key) implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.leaseState(this);
    }
  }

  /**
   * {@code barredMillis} is what remains of a lock-delay or of the quarantine of its shard, which
   * is {@code quarantinedShard} then, else {@link #NO_SHARD}. Free when there are no holders.
   */
  record KeyState(
      Key key,
      List<HolderView> holders,
      int waiters,
      long barredMillis,
      long revision,
      int quarantinedShard)
      implements Answer {
    public KeyState(
        Key key, List<HolderView> holders, int waiters, long barredMillis, long revision) {
      this(key, holders, waiters, barredMillis, revision, NO_SHARD);
    }

    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.keyState(this);
    }
  }

  /** {@code next} is the cursor of the next page, 0 at the end. */
  record Page(List<Listed> keys, long next, long revision) implements Part {}

  record Listed(Key key, HolderView holder) {}

  /** Of the first of the keys asked for, in their order; at least of one. */
  record KeyStates(List<KeyState> states) implements Part {}

  /**
   * {@code complete}: none of those that are due within seconds was left out. {@code due}: about so
   * many end within a minute unless they are renewed; exactly, when they are few.
   */
  record Soon(List<Listed> leases, boolean complete, long due) implements Part {}

  /**
   * What became of a key since {@code sinceSeconds} (from 2020-01-01), and of nothing before:
   * {@code complete} when that is since the shard is served here, else older events were dropped.
   */
  record Recalled(List<LeaseEvent> events, long sinceSeconds, boolean complete, List<Waiting> queue)
      implements Part {}

  /** Who waits, in the order of the queue; {@code remainingMillis} of the wait. */
  record Waiting(String holder, Mode mode, long remainingMillis) {}

  record SessionPage(List<SessionView> sessions, long next) implements Part {}

  record SessionOpened(LeaseId session, String holder, Validity validity, boolean repeated)
      implements Answer {
    @Override
    public boolean begins() {
      return !repeated;
    }

    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.sessionOpened(this);
    }
  }

  record SessionState(String holder, Validity validity, int leases) implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.sessionState(this);
    }
  }

  record SessionClosed() implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.sessionClosed(this);
    }
  }

  /** {@code revision} is where the watch stands; {@code resync}: a snapshot comes first. */
  record Watching(long revision, boolean resync) implements Part {}

  record Unwatched() implements Part {}

  record FenceRaised(long token) implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.fenceRaised(this);
    }
  }

  record FenceMark(long token) implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.fenceMark(this);
    }
  }

  /** {@code token} was the mark of the fence that is deleted now. */
  record FenceDropped(String fence, long token) implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.fenceDropped(this);
    }
  }

  /**
   * A quarantine is over by an operator's word: it would have lasted {@code remainingMillis} more,
   * because of {@code doubt}. Not {@code ended}: there was none.
   */
  record QuarantineEnded(boolean ended, long remainingMillis, String doubt) implements Answer {
    @Override
    public <R> R accept(AnswerCases<R> cases) {
      return cases.quarantineEnded(this);
    }
  }

  /** A larger token was seen at this fence: the caller with this one must not act. */
  record Fenced(long mark) implements Refusal {
    @Override
    public Outcome outcome() {
      return Outcome.FENCED;
    }

    @Override
    public <R> R accept(RefusalCases<R> cases) {
      return cases.fenced(this);
    }
  }

  record Withdrawn() implements Part {}

  /** The tenure is over, and stays over. */
  record Over(EndReason how, long agoMillis, long token) implements Refusal {
    @Override
    public Outcome outcome() {
      return Outcome.of(how);
    }

    @Override
    public <R> R accept(RefusalCases<R> cases) {
      return cases.over(this);
    }
  }

  record Refused(Outcome code, String field, String remedy) implements Refusal {
    @Override
    public Outcome outcome() {
      return code;
    }

    @Override
    public <R> R accept(RefusalCases<R> cases) {
      return cases.refused(this);
    }
  }
}
