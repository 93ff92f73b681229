package io.tenure.api;

/** What became of one renewal. */
public sealed interface RenewalReply {

  Outcome outcome();

  /** The token of the tenure if it lives; else 0. */
  default long livingToken() {
    return 0;
  }

  /** Alive for {@code term} more; {@code breaking}: an operator ends it then, whatever is sent. */
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

  /** Its tenure is over, and stays over. */
  record Over(EndReason how, long agoMillis, long token) implements RenewalReply {
    @Override
    public Outcome outcome() {
      return Outcome.of(how);
    }
  }

  record Unknown() implements RenewalReply {
    @Override
    public Outcome outcome() {
      return Outcome.NOT_FOUND;
    }
  }

  /** Lives and dies with its session, and nothing ends it before; keep that alive instead. */
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

  /** Not certain before the store has answered: neither success nor failure. Ask again. */
  record Pending() implements RenewalReply {
    @Override
    public Outcome outcome() {
      return Outcome.PENDING;
    }
  }
}
