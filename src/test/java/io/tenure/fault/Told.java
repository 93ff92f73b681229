package io.tenure.fault;

import io.tenure.api.EndReason;
import java.util.List;

/** An answer to a holder, or the lack of one. */
sealed interface Told {

  /** Sessions have no tokens: each one is told as the first lease of a key of its own. */
  long SESSION_TOKEN = 1;

  /**
   * Granted. {@code lease} is a credential; {@code repeated}: granted before, to the same request.
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

  /** No such lease (404). */
  record Missing() implements Told {}

  record Pending() implements Told {}

  record Released(long token) implements Told {}

  record Raised(long token) implements Told {}

  record Fenced(long mark) implements Told {}

  record Mark(long token) implements Told {}

  /** One answer for each lease of a renewal of many. */
  record Many(List<Told> each) implements Told {}

  record Refused(String code, String why) implements Told {}

  record Busy(long retryAfterMillis) implements Told {}

  record Elsewhere() implements Told {}

  /** The server does not know whether it was applied. */
  record Unknown() implements Told {}

  /** No answer came before the end of the connection or of the run. */
  record Lost() implements Told {}

  /** Whether the server answers for the shard, which a zombie must not do. */
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

  /** Whether the request may have been applied, so that it is repeated with the same requestId. */
  default boolean uncertain() {
    return this instanceof Unknown || this instanceof Lost;
  }
}
