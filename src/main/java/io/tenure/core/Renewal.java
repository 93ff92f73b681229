package io.tenure.core;

/** What became of one renewal. */
public sealed interface Renewal {

  /** The token of the tenure if it lives; else 0. */
  default long livingToken() {
    return 0;
  }

  /** Alive for {@code term} more; {@code breaking}: an operator ends it then, whatever is sent. */
  record Renewed(Term term, long token, boolean breaking) implements Renewal {
    @Override
    public long livingToken() {
      return token;
    }
  }

  /** Its tenure is over, and stays over. */
  record Over(Ending how, long agoMillis, long token) implements Renewal {}

  record Unknown() implements Renewal {}

  /** Lives and dies with its session, and nothing ends it before; keep that alive instead. */
  record SessionBound(long token) implements Renewal {
    @Override
    public long livingToken() {
      return token;
    }
  }

  /** Not certain before the store has answered: neither success nor failure. Ask again. */
  record Pending() implements Renewal {}
}
