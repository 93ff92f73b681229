package io.tenure.api;

/** The reply to one renewal. */
public sealed interface RenewalReply {

  Outcome outcome();

  /** The token of the tenure while it is not over; else 0. */
  long livingToken();

  /**
   * The tenure is valid for {@code validity}. {@code breaking} means that an operator ends it then,
   * even if renewals follow.
   */
  record Renewed(Validity validity, long token, boolean breaking) implements RenewalReply {
    @Override
    public Outcome outcome() {
      return Outcome.DONE;
    }

    @Override
    public long livingToken() {
      return token;
    }
  }

  /** The tenure is over for ever. */
  record Over(EndReason how, long agoMillis, long token) implements RenewalReply {
    @Override
    public Outcome outcome() {
      return Outcome.of(how);
    }

    @Override
    public long livingToken() {
      return 0;
    }
  }

  record NotFound() implements RenewalReply {
    @Override
    public Outcome outcome() {
      return Outcome.NOT_FOUND;
    }

    @Override
    public long livingToken() {
      return 0;
    }
  }

  /** The lease lasts exactly as long as its session: keep the session alive instead. */
  record SessionBound(long token) implements RenewalReply {
    @Override
    public Outcome outcome() {
      return Outcome.SESSION_BOUND;
    }

    @Override
    public long livingToken() {
      return token;
    }
  }

  /** Neither success nor failure, before the store has answered: the caller may try again. */
  record Pending() implements RenewalReply {
    @Override
    public Outcome outcome() {
      return Outcome.PENDING;
    }

    @Override
    public long livingToken() {
      return 0;
    }
  }
}
