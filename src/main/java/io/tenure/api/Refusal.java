package io.tenure.api;

import org.jspecify.annotations.Nullable;

/** The reason why a shard did nothing. */
public sealed interface Refusal extends Reply {

  /** Handles each kind of refusal with one method. */
  interface RefusalCases<R> {
    R held(Held held);

    R requestConsumed(RequestConsumed consumed);

    R over(Over over);

    R fenced(Fenced fenced);

    R refused(Refused refused);
  }

  <R> R accept(RefusalCases<R> cases);

  @Override
  default boolean begins() {
    return false;
  }

  @Override
  default @Nullable LeaseId newLease() {
    return null;
  }

  /**
   * The key is held, or a lock-delay or a quarantine locks it. The reply names one of several
   * holders; without a holder {@code holder} is empty and {@code token} is 0. {@code sinceSeconds}
   * counts as in a {@link HolderView}. A held key may be locked for longer than {@code
   * remainingMillis}. {@code quarantinedShard} is the shard of the key in a quarantine, else {@link
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

  /** This requestId had its lease, and that lease is over: the shard grants nothing again. */
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

  /** The tenure is over for ever. */
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

  /** The fence has seen a larger token: the caller with this token must not act. */
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

  /**
   * The request cannot be done. {@code quarantinedShard} is the shard of the key when a quarantine
   * hides what the key has, else {@link #NO_SHARD}.
   */
  record Refused(Outcome code, String field, String remedy, int quarantinedShard)
      implements Refusal {
    public Refused(Outcome code, String field, String remedy) {
      this(code, field, remedy, NO_SHARD);
    }

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
