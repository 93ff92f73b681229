package io.tenure.fault;

import io.tenure.api.EndReason;
import java.util.List;

/** What a holder was told, or that it was told nothing. */
sealed interface Told {

  /**
   * Yours. {@code lease} is a credential; {@code repeated}: granted before, to the same request.
   */
  record Granted(
      String lease, int shard, long token, long ttlMillis, long validForMillis, boolean repeated)
      implements Told {

    @Override
    public String toString() {
      return "Granted[token=" + token + ", validForMillis=" + validForMillis + "]";
    }
  }

  record Held(long token, long remainingMillis) implements Told {}

  record Consumed(EndReason how, long token) implements Told {}

  record Renewed(long token, long validForMillis) implements Told {}

  record Over(EndReason how, long agoMillis, long token) implements Told {}

  /** No such lease: 404. */
  record Missing() implements Told {}

  record Pending() implements Told {}

  record Released(long token) implements Told {}

  record Raised(long token) implements Told {}

  record Fenced(long mark) implements Told {}

  record Mark(long token) implements Told {}

  /** One for each lease of a renewal of many. */
  record Many(List<Told> each) implements Told {}

  record Refused(String code, String why) implements Told {}

  record Busy(long retryAfterMillis) implements Told {}

  record Elsewhere() implements Told {}

  /** The server does not know whether it was applied. */
  record Unknown() implements Told {}

  /** No answer came before the connection ended, or the run did. */
  record Lost() implements Told {}

  /** The server answers for the shard: what a zombie must not do. */
  default boolean speaks() {
    return !(this instanceof Refused)
        && !(this instanceof Pending)
        && !(this instanceof Many)
        && !nothingApplied()
        && !uncertain();
  }

  default boolean nothingApplied() {
    return this instanceof Busy || this instanceof Elsewhere;
  }

  /** It may have been applied: ask again with the same requestId. */
  default boolean uncertain() {
    return this instanceof Unknown || this instanceof Lost;
  }
}
