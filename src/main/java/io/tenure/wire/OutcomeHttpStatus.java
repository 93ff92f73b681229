package io.tenure.wire;

import io.tenure.api.Outcome;

/** Maps outcomes to the status codes of HTTP, which streams use as well. */
public final class OutcomeHttpStatus {

  public static final int OK = 200;
  public static final int CREATED = 201;
  public static final int NO_CONTENT = 204;

  private static final int REFUSALS_FROM = 400;

  private OutcomeHttpStatus() {}

  /** Whether an answer with this status reports a problem. */
  public static boolean refuses(long status) {
    return status >= REFUSALS_FROM;
  }

  public static int of(Outcome outcome) {
    return switch (outcome) {
      case DONE -> OK;
      case INVALID -> 400;
      case UNAUTHENTICATED -> 401;
      case FORBIDDEN -> 403;
      case NOT_FOUND, NOT_HELD, NO_SUCH_PATH -> 404;
      case METHOD_NOT_ALLOWED -> 405;
      case TIMEOUT -> 408;
      case HELD,
          REQUEST_CONSUMED,
          FENCED,
          NOBODY_WAITING,
          SESSION_OVER,
          SESSION_BOUND,
          BREAKING,
          REPEATED,
          WITHDRAWN ->
          409;
      case EXPIRED, RELEASED, BROKEN -> 410;
      case CHANGED_HANDS -> 412;
      case TOO_LARGE -> 413;
      case URI_TOO_LONG -> 414;
      case UNSUPPORTED_MEDIA -> 415;
      case HEADERS_TOO_LARGE -> 431;
      case INTERNAL -> 500;
      case BUSY, LIMIT, PENDING, UNAVAILABLE, UNKNOWN -> 503;
    };
  }
}
