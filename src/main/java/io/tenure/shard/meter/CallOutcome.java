package io.tenure.shard.meter;

import io.tenure.api.EndReason;
import io.tenure.api.RefusalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import java.util.List;

/** What came of a call, as it is counted. The words are those by which protocols refuse. */
public enum CallOutcome {
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

  public static CallOutcome of(Reply reply) {
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

  /** Where there are many renewals, each is counted by its shard. */
  private static CallOutcome of(List<RenewalReply> results) {
    RenewalReply only = results.size() == 1 ? results.get(0) : null;
    if (only instanceof RenewalReply.Over over) {
      return of(over.how());
    } else if (only instanceof RenewalReply.Unknown) {
      return NOT_FOUND;
    } else if (only instanceof RenewalReply.SessionBound) {
      return SESSION_BOUND;
    }
    return only instanceof RenewalReply.Pending ? PENDING : DONE;
  }

  private static CallOutcome of(EndReason how) {
    return switch (how) {
      case EXPIRED -> EXPIRED;
      case RELEASED, TRANSFERRED -> RELEASED;
      case BROKEN -> BROKEN;
    };
  }

  private static CallOutcome of(RefusalCode code) {
    return switch (code) {
      case UNKNOWN -> NOT_FOUND;
      case IN_DOUBT -> UNKNOWN;
      default -> valueOf(code.name());
    };
  }
}
