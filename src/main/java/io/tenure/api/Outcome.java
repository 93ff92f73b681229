package io.tenure.api;

/**
 * The outcome of a request: {@link #DONE}, or the reason of a refusal. All protocols, the metrics,
 * the client and the command line use these words. One class each maps the outcomes to status
 * codes, frame bytes, labels and exit codes: {@code wire.HttpStatus}, {@code wire.RenewalFrame},
 * {@code view.MetricLabel} and {@code cli.ExitCode}.
 */
public enum Outcome {
  /** The request was not refused. */
  DONE(false, "Done"),
  /** A field or the body is invalid; {@code field} and {@code detail} say what to correct. */
  INVALID(false, "A field is invalid"),
  /** The server permits the request to no caller. */
  FORBIDDEN(false, "Not permitted"),
  /**
   * The lease, session or fence does not exist, or no longer. Guessed and old ids get the same
   * outcome.
   */
  NOT_FOUND(false, "No such lease, session or fence"),
  /** No holder has the key. */
  NOT_HELD(false, "The key has no holder"),
  /** There is no such address. */
  NO_SUCH_PATH(false, "No such path"),
  METHOD_NOT_ALLOWED(false, "The path has no such method"),
  /** A part of the request that the client announced did not arrive in time. */
  TIMEOUT(true, "The request did not arrive in time"),
  /** Another holder owns the key, or the key is locked. */
  HELD(true, "The key is held"),
  /** This requestId had its lease, and that lease is over. */
  REQUEST_CONSUMED(false, "The lease of this requestId is over"),
  /** The fence has seen a larger token. */
  FENCED(false, "A larger token was seen"),
  NOBODY_WAITING(false, "The key has no waiter"),
  /** The session has ended or never existed. */
  SESSION_OVER(false, "The session is over"),
  /** The lease lasts as long as its session: keep the session alive instead. */
  SESSION_BOUND(false, "The lease lives with its session"),
  /** An operator ends the lease. */
  BREAKING(false, "An operator ends the lease"),
  /** The same request arrived again, and has replaced this one in the queue. */
  REPEATED(false, "The same request came again"),
  WITHDRAWN(false, "The wait was withdrawn"),
  EXPIRED(false, "The lease has expired"),
  RELEASED(false, "The lease was released or handed on"),
  BROKEN(false, "An operator has ended the lease"),
  /** The key or the fence has another token than the request named. */
  CHANGED_HANDS(false, "The key or the fence has another token now"),
  TOO_LARGE(false, "Too large"),
  URI_TOO_LONG(false, "The address is too long"),
  UNSUPPORTED_MEDIA(false, "The body is not JSON"),
  HEADERS_TOO_LARGE(false, "The headers are too large"),
  INTERNAL(false, "A mistake of the server"),
  /** Too many requests wait already; nothing was applied. */
  BUSY(true, "Too many requests wait already"),
  /** A limit of the shard, the key or the session is reached; nothing was applied. */
  LIMIT(true, "A limit is reached"),
  /** The outcome is not certain before the store has answered; the caller may try again. */
  PENDING(true, "Not certain yet"),
  /** The server cannot do it now, or does not own the shard; nothing was applied. */
  UNAVAILABLE(true, "Not available"),
  /** The request may have been applied or not; a repetition with the same requestId finds out. */
  UNKNOWN(true, "The outcome is not known");

  private final boolean retryable;
  private final String title;

  Outcome(boolean retryable, String title) {
    this.retryable = retryable;
    this.title = title;
  }

  /** Whether the same request may succeed when it is sent again unchanged. */
  public boolean isRetryable() {
    return retryable;
  }

  /** Whether the lease that the request named is over for ever. */
  public boolean isLeaseOver() {
    return this == EXPIRED || this == RELEASED || this == BROKEN;
  }

  /** The title that people read for every refusal of this kind. */
  public String title() {
    return title;
  }

  /** A transfer counts as a release, because the holder itself handed its lease on. */
  public static Outcome of(EndReason how) {
    return switch (how) {
      case EXPIRED -> EXPIRED;
      case RELEASED, TRANSFERRED -> RELEASED;
      case BROKEN -> BROKEN;
    };
  }

  /**
   * Returns the outcome of a compact renewal with this result: a {@link RenewalCode}, or
   * milliseconds.
   */
  public static Outcome ofRenewal(long result) {
    if (result > 0) {
      return DONE;
    }
    return switch ((int) result) {
      case (int) RenewalCode.PENDING -> PENDING;
      case (int) RenewalCode.UNKNOWN -> NOT_FOUND;
      case (int) RenewalCode.EXPIRED -> EXPIRED;
      case (int) RenewalCode.RELEASED, (int) RenewalCode.TRANSFERRED -> RELEASED;
      case (int) RenewalCode.BROKEN -> BROKEN;
      case (int) RenewalCode.SESSION_BOUND -> SESSION_BOUND;
      case (int) RenewalCode.BUSY -> BUSY;
      default -> UNAVAILABLE;
    };
  }
}
