package io.tenure.wire;

import io.tenure.api.EndReason;
import io.tenure.api.HolderView;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal as the wire tells it (RFC 9457). {@code more} is what the case adds, in order: texts,
 * numbers, truths.
 */
public record Problem(
    Outcome code,
    String detail,
    @Nullable String field,
    long retryAfterMillis,
    Map<String, Object> more) {

  /** No advice. */
  public static final long NO_RETRY = -1;

  /** The field that tells a quarantine from a lock-delay. */
  public static final String QUARANTINED_SHARD = "quarantinedShard";

  /** When a limit is reached, or a shard is away: soon enough, and no stampede. */
  public static final long RETRY_LATER_MILLIS = 1_000;

  /** What the store must answer first takes milliseconds. */
  private static final long RETRY_SOON_MILLIS = 50;

  public static Problem of(Outcome code, String detail) {
    return new Problem(code, detail, null, NO_RETRY, Map.of());
  }

  public static Problem of(Outcome code, @Nullable String field, String remedy) {
    String detail = field == null || field.isEmpty() ? remedy : field + ": " + remedy;
    String named = field == null || field.isEmpty() ? null : field;
    return new Problem(code, detail, named, NO_RETRY, Map.of());
  }

  public static Problem of(InvalidFieldException invalid) {
    return new Problem(
        Outcome.INVALID,
        invalid.field() + " " + invalid.remedy(),
        invalid.field(),
        NO_RETRY,
        Map.of());
  }

  /** Null when the reply refuses nothing. */
  public static @Nullable Problem of(Reply reply) {
    if (reply instanceof Reply.Held held) {
      return of(held);
    }
    if (reply instanceof Reply.RequestConsumed consumed) {
      return of(Outcome.REQUEST_CONSUMED, "use a new requestId to acquire again")
          .with("ending", ending(consumed.how()).name())
          .with("token", consumed.token());
    }
    if (reply instanceof Reply.Over over) {
      return over(over.how(), over.agoMillis(), over.token());
    }
    if (reply instanceof Reply.Fenced fenced) {
      return of(Outcome.FENCED, "a larger token was seen; stop acting as the owner")
          .with("mark", fenced.mark());
    }
    return reply instanceof Reply.Refused refused ? of(refused) : null;
  }

  /** Null when it was renewed. */
  public static @Nullable Problem of(RenewalReply renewal) {
    if (renewal instanceof RenewalReply.Over over) {
      return over(over.how(), over.agoMillis(), over.token());
    }
    if (renewal instanceof RenewalReply.Unknown) {
      return of(Outcome.NOT_FOUND, "no such lease; acquire the key");
    }
    if (renewal instanceof RenewalReply.SessionBound) {
      return of(Outcome.SESSION_BOUND, "keep its session alive instead");
    }
    if (renewal instanceof RenewalReply.Pending) {
      return of(Outcome.PENDING, "its last change is not kept yet; ask again")
          .retryAfter(RETRY_SOON_MILLIS);
    }
    return null;
  }

  public Problem with(String name, Object fact) {
    Map<String, Object> all = new LinkedHashMap<>(more);
    all.put(name, fact);
    return new Problem(code, detail, field, retryAfterMillis, all);
  }

  public Problem retryAfter(long millis) {
    return new Problem(code, detail, field, millis, more);
  }

  /** Whoever handed its lease on knows that it let go. */
  public static Outcome ending(EndReason how) {
    return switch (how) {
      case EXPIRED -> Outcome.EXPIRED;
      case RELEASED, TRANSFERRED -> Outcome.RELEASED;
      case BROKEN -> Outcome.BROKEN;
    };
  }

  private static Problem of(Reply.Held held) {
    if (held.token() == 0) {
      Problem barred =
          held.quarantinedShard() == Reply.NO_SHARD
              ? of(Outcome.HELD, "nobody holds it, and it is barred for a while")
              : of(Outcome.HELD, "its shard is in quarantine: the store may have lost leases")
                  .with(QUARANTINED_SHARD, held.quarantinedShard());
      return barred
          .with("remainingMs", held.remainingMillis())
          .with("waiters", held.waiters())
          .retryAfter(Math.max(0, held.remainingMillis()));
    }
    Problem problem =
        of(Outcome.HELD, "it is held; wait for it, or come again")
            .with("holder", held.holder())
            .with("token", held.token())
            .with("since", ViewWriter.since(held.sinceSeconds()));
    boolean withSession = held.remainingMillis() == HolderView.WITH_SESSION;
    problem =
        withSession
            ? problem.with("withSession", true)
            : problem.with("remainingMs", held.remainingMillis());
    problem = problem.with("waiters", held.waiters());
    return withSession && held.barredMillis() == 0
        ? problem
        : problem.retryAfter(Math.max(held.remainingMillis(), held.barredMillis()));
  }

  private static Problem over(EndReason how, long agoMillis, long token) {
    return of(ending(how), "stop acting as the owner; acquire again if you need it")
        .with("agoMs", agoMillis)
        .with("token", token);
  }

  private static Problem of(Reply.Refused refused) {
    Outcome code =
        switch (refused.code()) {
          case INVALID -> Outcome.INVALID;
          case UNKNOWN -> Outcome.NOT_FOUND;
          case NOT_HELD -> Outcome.NOT_HELD;
          case CHANGED_HANDS -> Outcome.CHANGED_HANDS;
          case NOBODY_WAITING -> Outcome.NOBODY_WAITING;
          case SESSION_OVER -> Outcome.SESSION_OVER;
          case SESSION_BOUND -> Outcome.SESSION_BOUND;
          case BREAKING -> Outcome.BREAKING;
          case REPEATED -> Outcome.REPEATED;
          case WITHDRAWN -> Outcome.WITHDRAWN;
          case LIMIT -> Outcome.LIMIT;
          case UNAVAILABLE -> Outcome.UNAVAILABLE;
          case IN_DOUBT -> Outcome.UNKNOWN;
        };
    if (code == Outcome.INVALID) {
      return of(new InvalidFieldException(refused.field(), refused.remedy()));
    }
    Problem problem = of(code, refused.field(), refused.remedy());
    return code.retryable() ? problem.retryAfter(RETRY_LATER_MILLIS) : problem;
  }
}
