package io.tenure.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a shard answers. */
public sealed interface Reply {

  /** Where there is no quarantine. */
  int NO_SHARD = -1;

  /**
   * The lease is yours. {@code slot} is its slot number, -1 for other modes; {@code repeated}: it
   * was granted before, to the same requestId. The token is also the revision of the grant.
   */
  record Granted(
      LeaseId lease,
      Key key,
      String holder,
      long token,
      Validity validity,
      int slot,
      @Nullable Value value,
      boolean repeated)
      implements Reply {}

  /**
   * Somebody else owns the key (one of them, when it has several holders), or nobody does and it is
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
      implements Reply {
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
  }

  /** This requestId had its lease, and that tenure is over: nothing is granted again. */
  record RequestConsumed(EndReason how, long token) implements Reply {}

  record Renewed(List<RenewalReply> results) implements Reply {}

  /** {@code agoMillis} is 0 unless it had been released before. */
  record Released(long token, long agoMillis) implements Reply {}

  /** {@code atOnce} false: the tenures end after their grace. */
  record Broken(List<Long> tokens, boolean atOnce) implements Reply {}

  /**
   * The key was handed on under {@code token}. {@code lease} is the new leaseId when the named
   * holder was not waiting for it: the caller passes it on. Null when a waiter got it.
   */
  record Transferred(String holder, long token, @Nullable LeaseId lease, Validity validity)
      implements Reply {}

  record ValueSet(long token) implements Reply {}

  record LeaseState(HolderView lease, Key key) implements Reply {}

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
      implements Reply {
    public KeyState(
        Key key, List<HolderView> holders, int waiters, long barredMillis, long revision) {
      this(key, holders, waiters, barredMillis, revision, NO_SHARD);
    }
  }

  /** {@code next} is the cursor of the next page, 0 at the end. */
  record Page(List<Listed> keys, long next, long revision) implements Reply {}

  record Listed(Key key, HolderView holder) {}

  /** Of the first of the keys asked for, in their order; at least of one. */
  record KeyStates(List<KeyState> states) implements Reply {}

  /**
   * {@code complete}: none of those that are due within seconds was left out. {@code due}: about so
   * many end within a minute unless they are renewed; exactly, when they are few.
   */
  record Soon(List<Listed> leases, boolean complete, long due) implements Reply {}

  /**
   * What became of a key since {@code sinceSeconds} (from 2020-01-01), and of nothing before:
   * {@code complete} when that is since the shard is served here, else older events were dropped.
   */
  record Recalled(List<LeaseEvent> events, long sinceSeconds, boolean complete, List<Waiting> queue)
      implements Reply {}

  /** Who waits, in the order of the queue; {@code remainingMillis} of the wait. */
  record Waiting(String holder, Mode mode, long remainingMillis) {}

  record SessionPage(List<SessionView> sessions, long next) implements Reply {}

  record SessionOpened(LeaseId session, String holder, Validity validity, boolean repeated)
      implements Reply {}

  record SessionState(String holder, Validity validity, int leases) implements Reply {}

  record SessionClosed() implements Reply {}

  /** {@code revision} is where the watch stands; {@code resync}: a snapshot comes first. */
  record Watching(long revision, boolean resync) implements Reply {}

  record Unwatched() implements Reply {}

  record FenceRaised(long token) implements Reply {}

  record FenceMark(long token) implements Reply {}

  /** {@code token} was the mark of the fence that is deleted now. */
  record FenceDropped(String fence, long token) implements Reply {}

  /**
   * A quarantine is over by an operator's word: it would have lasted {@code remainingMillis} more,
   * because of {@code doubt}. Not {@code ended}: there was none.
   */
  record QuarantineEnded(boolean ended, long remainingMillis, String doubt) implements Reply {}

  /** A larger token was seen at this fence: the one who came with this one must not act. */
  record Fenced(long mark) implements Reply {}

  record Withdrawn() implements Reply {}

  /** The tenure is over: 410. */
  record Over(EndReason how, long agoMillis, long token) implements Reply {}

  record Refused(RefusalCode code, String field, String remedy) implements Reply {}
}
