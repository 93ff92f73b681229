package io.tenure.core;

/** What became of one renewal. */
public sealed interface Renewal {

  /** Alive for {@code term} more; {@code breaking}: an operator ends it then, whatever is sent. */
  record Renewed(Term term, long token, boolean breaking) implements Renewal {}

  /** Its tenure is over, and stays over. */
  record Over(Ending how, long agoMillis, long token) implements Renewal {}

  record Unknown() implements Renewal {}

  /** Lives and dies with its session; keep that alive instead. */
  record SessionBound() implements Renewal {}

  /** Not certain before the store has answered: neither success nor failure. Ask again. */
  record Pending() implements Renewal {}
}
