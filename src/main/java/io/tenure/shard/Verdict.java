package io.tenure.shard;

import io.tenure.core.Code;
import io.tenure.core.Ending;
import io.tenure.core.Renewal;
import io.tenure.core.Reply;
import java.util.List;

/** What came of a call, as it is counted. The words are those by which doors refuse. */
public enum Verdict {
  DONE,
  HELD,
  REQUEST_CONSUMED,
  FENCED,
  EXPIRED,
  RELEASED,
  BROKEN,
  INVALID,
  NOT_FOUND,
  NOT_HELD,
  CHANGED_HANDS,
  NOBODY_WAITING,
  SESSION_OVER,
  SESSION_BOUND,
  BREAKING,
  REPEATED,
  WITHDRAWN,
  LIMIT,
  PENDING,
  /** Not owned here, or the store does not answer: nothing was applied. */
  UNAVAILABLE,
  /** Too much waited already: nothing was applied. */
  BUSY,
  /** May or may not have been applied. */
  UNKNOWN;

  static Verdict of(Answer answer) {
    if (answer instanceof Answer.Said said) {
      return of(said.reply());
    } else if (answer instanceof Answer.Busy) {
      return BUSY;
    }
    return answer instanceof Answer.Unknown ? UNKNOWN : UNAVAILABLE;
  }

  private static Verdict of(Reply reply) {
    if (reply instanceof Reply.Held) {
      return HELD;
    } else if (reply instanceof Reply.Refused refused) {
      return of(refused.code());
    } else if (reply instanceof Reply.Over over) {
      return of(over.how());
    } else if (reply instanceof Reply.RequestConsumed) {
      return REQUEST_CONSUMED;
    } else if (reply instanceof Reply.Fenced) {
      return FENCED;
    }
    return reply instanceof Reply.Renewed renewed ? of(renewed.results()) : DONE;
  }

  /** Of many renewals each is counted by its shard. */
  private static Verdict of(List<Renewal> results) {
    Renewal only = results.size() == 1 ? results.get(0) : null;
    if (only instanceof Renewal.Over over) {
      return of(over.how());
    } else if (only instanceof Renewal.Unknown) {
      return NOT_FOUND;
    } else if (only instanceof Renewal.SessionBound) {
      return SESSION_BOUND;
    }
    return only instanceof Renewal.Pending ? PENDING : DONE;
  }

  private static Verdict of(Ending how) {
    return switch (how) {
      case EXPIRED -> EXPIRED;
      case RELEASED, TRANSFERRED -> RELEASED;
      case BROKEN -> BROKEN;
    };
  }

  private static Verdict of(Code code) {
    return switch (code) {
      case UNKNOWN -> NOT_FOUND;
      case IN_DOUBT -> UNKNOWN;
      default -> valueOf(code.name());
    };
  }
}
