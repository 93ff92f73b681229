package io.tenure.wire;

import io.tenure.core.Ending;
import io.tenure.core.HolderView;
import io.tenure.core.Invalid;
import io.tenure.core.Renewal;
import io.tenure.core.Reply;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal as the wire tells it (RFC 9457). {@code more} is what the case adds, in order: texts,
 * numbers, truths.
 */
public record Problem(
    ErrorCode code,
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

  public static Problem of(ErrorCode code, String detail) {
    return new Problem(code, detail, null, NO_RETRY, Map.of());
  }

  public static Problem of(ErrorCode code, @Nullable String field, String remedy) {
    String detail = field == null || field.isEmpty() ? remedy : field + ": " + remedy;
    String named = field == null || field.isEmpty() ? null : field;
    return new Problem(code, detail, named, NO_RETRY, Map.of());
  }

  public static Problem of(Invalid invalid) {
    return new Problem(
        ErrorCode.INVALID,
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
      return of(ErrorCode.REQUEST_CONSUMED, "use a new requestId to acquire again")
          .with("ending", ending(consumed.how()).name())
          .with("token", consumed.token());
    }
    if (reply instanceof Reply.Over over) {
      return over(over.how(), over.agoMillis(), over.token());
    }
    if (reply instanceof Reply.Fenced fenced) {
      return of(ErrorCode.FENCED, "a larger token was seen; stop acting as the owner")
          .with("mark", fenced.mark());
    }
    return reply instanceof Reply.Refused refused ? of(refused) : null;
  }

  /** Null when it was renewed. */
  public static @Nullable Problem of(Renewal renewal) {
    if (renewal instanceof Renewal.Over over) {
      return over(over.how(), over.agoMillis(), over.token());
    }
    if (renewal instanceof Renewal.Unknown) {
      return of(ErrorCode.NOT_FOUND, "no such lease; acquire the key");
    }
    if (renewal instanceof Renewal.SessionBound) {
      return of(ErrorCode.SESSION_BOUND, "keep its session alive instead");
    }
    if (renewal instanceof Renewal.Pending) {
      return of(ErrorCode.PENDING, "its last change is not kept yet; ask again")
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
  public static ErrorCode ending(Ending how) {
    return switch (how) {
      case EXPIRED -> ErrorCode.EXPIRED;
      case RELEASED, TRANSFERRED -> ErrorCode.RELEASED;
      case BROKEN -> ErrorCode.BROKEN;
    };
  }

  private static Problem of(Reply.Held held) {
    if (held.token() == 0) {
      Problem barred =
          held.quarantinedShard() == Reply.NO_SHARD
              ? of(ErrorCode.HELD, "nobody holds it, and it is barred for a while")
              : of(ErrorCode.HELD, "its shard is in quarantine: the store may have lost leases")
                  .with(QUARANTINED_SHARD, held.quarantinedShard());
      return barred
          .with("remainingMs", held.remainingMillis())
          .with("waiters", held.waiters())
          .retryAfter(Math.max(0, held.remainingMillis()));
    }
    Problem problem =
        of(ErrorCode.HELD, "it is held; wait for it, or come again")
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

  private static Problem over(Ending how, long agoMillis, long token) {
    return of(ending(how), "stop acting as the owner; acquire again if you need it")
        .with("agoMs", agoMillis)
        .with("token", token);
  }

  private static Problem of(Reply.Refused refused) {
    ErrorCode code =
        switch (refused.code()) {
          case INVALID -> ErrorCode.INVALID;
          case UNKNOWN -> ErrorCode.NOT_FOUND;
          case NOT_HELD -> ErrorCode.NOT_HELD;
          case CHANGED_HANDS -> ErrorCode.CHANGED_HANDS;
          case NOBODY_WAITING -> ErrorCode.NOBODY_WAITING;
          case SESSION_OVER -> ErrorCode.SESSION_OVER;
          case SESSION_BOUND -> ErrorCode.SESSION_BOUND;
          case BREAKING -> ErrorCode.BREAKING;
          case REPEATED -> ErrorCode.REPEATED;
          case WITHDRAWN -> ErrorCode.WITHDRAWN;
          case LIMIT -> ErrorCode.LIMIT;
          case UNAVAILABLE -> ErrorCode.UNAVAILABLE;
          case IN_DOUBT -> ErrorCode.UNKNOWN;
        };
    if (code == ErrorCode.INVALID) {
      return of(new Invalid(refused.field(), refused.remedy()));
    }
    Problem problem = of(code, refused.field(), refused.remedy());
    return code.retryable() ? problem.retryAfter(RETRY_LATER_MILLIS) : problem;
  }
}
