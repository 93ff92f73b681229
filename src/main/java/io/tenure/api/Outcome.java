package io.tenure.api;

/**
 * The outcome of a request: {@link #DONE}, or the reason of a refusal. All protocols, the metrics,
 * the client and the command line use these words. One class each maps the outcomes to status
 * codes, frame bytes, labels and exit codes: {@code wire.OutcomeHttpStatus}, {@code
 * wire.RenewalFrame}, {@code view.OutcomeLabel} and {@code cli.ExitCode}.
 */
public enum Outcome {
  /** The request was not refused. */
  DONE(Again.NEVER, "Done"),
  /** A field or the body is invalid; {@code field} and {@code detail} say what to correct. */
  INVALID(Again.NEVER, "A field is invalid"),
  /** The server does not accept the credential of the caller. */
  UNAUTHENTICATED(Again.NEVER, "The credential is not accepted"),
  /** The server permits the request to no caller. */
  FORBIDDEN(Again.NEVER, "Not permitted"),
  /**
   * The lease, session or fence does not exist, or no longer. Guessed and old ids get the same
   * outcome.
   */
  NOT_FOUND(Again.NEVER, "No such lease, session or fence"),
  /** No holder has the key. */
  NOT_HELD(Again.NEVER, "The key has no holder"),
  /** There is no such address. */
  NO_SUCH_PATH(Again.NEVER, "No such path"),
  METHOD_NOT_ALLOWED(Again.NEVER, "The path has no such method"),
  /** A part of the request that the client announced did not arrive in time. */
  TIMEOUT(Again.LATER, "The request did not arrive in time"),
  /** Another holder owns the key, or the key is locked. */
  HELD(Again.LATER, "The key is held"),
  /** This requestId had its lease, and that lease is over. */
  REQUEST_CONSUMED(Again.NEVER, "The lease of this requestId is over"),
  /** The fence has seen a larger token. */
  FENCED(Again.NEVER, "A larger token was seen"),
  NOBODY_WAITING(Again.NEVER, "The key has no waiter"),
  /** The session has ended or never existed. */
  SESSION_OVER(Again.NEVER, "The session is over"),
  /** The lease lasts as long as its session: keep the session alive instead. */
  SESSION_BOUND(Again.NEVER, "The lease lives with its session"),
  /** An operator ends the lease. */
  BREAKING(Again.NEVER, "An operator ends the lease"),
  /** The same request arrived again, and has replaced this one in the queue. */
  REPEATED(Again.NEVER, "The same request came again"),
  WITHDRAWN(Again.NEVER, "The wait was withdrawn"),
  EXPIRED(Again.NEVER, "The lease has expired"),
  RELEASED(Again.NEVER, "The lease was released or handed on"),
  BROKEN(Again.NEVER, "An operator has ended the lease"),
  /** The key or the fence has another token than the request named. */
  CHANGED_HANDS(Again.NEVER, "The key or the fence has another token now"),
  TOO_LARGE(Again.NEVER, "Too large"),
  URI_TOO_LONG(Again.NEVER, "The address is too long"),
  UNSUPPORTED_MEDIA(Again.NEVER, "The body is not JSON"),
  HEADERS_TOO_LARGE(Again.NEVER, "The headers are too large"),
  INTERNAL(Again.NEVER, "A mistake of the server"),
  /** Too many requests wait already; nothing was applied. */
  BUSY(Again.SOON, "Too many requests wait already"),
  /** A limit of the shard, the key or the session is reached; nothing was applied. */
  LIMIT(Again.LATER, "A limit is reached"),
  /** The outcome is not certain before the store has answered; the caller may try again. */
  PENDING(Again.SOON, "Not certain yet"),
  /** The server cannot do it now, or does not own the shard; nothing was applied. */
  UNAVAILABLE(Again.SOON, "Not available"),
  /** The request may have been applied or not; a repetition with the same requestId finds out. */
  UNKNOWN(Again.SOON, "The outcome is not known");

  /** The fate of the same request when it is sent again unchanged. */
  private enum Again {
    /** The server answers it in the same way. */
    NEVER,
    /** It may succeed, once callers have changed something. */
    LATER,
    /** It may succeed, because the cause passes by itself, usually within seconds. */
    SOON
  }

  private final Again again;
  private final String title;

  Outcome(Again again, String title) {
    this.again = again;
    this.title = title;
  }

  /** Whether the same request may succeed when it is sent again unchanged. */
  public boolean isRetryable() {
    return again != Again.NEVER;
  }

  /** Whether the cause of the refusal passes by itself, usually within seconds. */
  public boolean passesByItself() {
    return again == Again.SOON;
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
      case (int) RenewalCode.NOT_FOUND -> NOT_FOUND;
      case (int) RenewalCode.EXPIRED -> EXPIRED;
      case (int) RenewalCode.RELEASED, (int) RenewalCode.TRANSFERRED -> RELEASED;
      case (int) RenewalCode.BROKEN -> BROKEN;
      case (int) RenewalCode.SESSION_BOUND -> SESSION_BOUND;
      case (int) RenewalCode.BUSY -> BUSY;
      default -> UNAVAILABLE;
    };
  }
}
