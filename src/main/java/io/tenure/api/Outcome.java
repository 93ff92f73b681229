package io.tenure.api;

/**
 * What became of a request, in the one vocabulary that every protocol, the metrics, the client and
 * the command line share: {@link #DONE}, or why it was refused. How an outcome is spelled elsewhere
 * is said once for each place: by {@code wire.HttpStatus}, {@code wire.RenewalFrame}, {@code
 * view.MetricLabel} and {@code cli.ExitCode}.
 */
public enum Outcome {
  /** It was not refused. */
  DONE(false, "Done"),
  /**
   * A field or the body is not as it must be; {@code field} and {@code detail} say what to mend.
   */
  INVALID(false, "A field is not as it must be"),
  /** Not permitted, whoever asks. */
  FORBIDDEN(false, "Not permitted"),
  /** No such lease, session or fence, or not any more: the same for guessed and stale. */
  NOT_FOUND(false, "No such lease, session or fence"),
  /** Nobody holds the key. */
  NOT_HELD(false, "Nobody holds the key"),
  /** The address leads to nothing. */
  NO_SUCH_PATH(false, "No such path"),
  METHOD_NOT_ALLOWED(false, "The path has no such method"),
  /** What was announced did not come in time. */
  TIMEOUT(true, "The request did not come in time"),
  /** Somebody else owns the key, or it is barred. */
  HELD(true, "The key is held"),
  /** This requestId had its lease, and that is over. */
  REQUEST_CONSUMED(false, "The request had its lease, and that is over"),
  /** A larger token was seen at the fence. */
  FENCED(false, "A larger token was seen"),
  NOBODY_WAITING(false, "Nobody waits for the key"),
  /** The session has ended or never was. */
  SESSION_OVER(false, "The session is over"),
  /** Lives as long as its session: keep that alive instead. */
  SESSION_BOUND(false, "The lease lives with its session"),
  /** An operator ends the lease. */
  BREAKING(false, "An operator ends the lease"),
  /** The same request came again and took over this one's place in the queue. */
  REPEATED(false, "The same request came again"),
  WITHDRAWN(false, "The wait was withdrawn"),
  EXPIRED(false, "The lease has expired"),
  RELEASED(false, "The lease was released or handed on"),
  BROKEN(false, "An operator has ended the lease"),
  /** The key is held, or the fence stands, with another token than the one named. */
  CHANGED_HANDS(false, "The key or the fence has another token now"),
  TOO_LARGE(false, "Too large"),
  URI_TOO_LONG(false, "The address is too long"),
  UNSUPPORTED_MEDIA(false, "The body is not JSON"),
  HEADERS_TOO_LARGE(false, "The headers are too large"),
  INTERNAL(false, "A mistake of the server"),
  /** Too much waits already; nothing was applied. */
  BUSY(true, "Too much waits already"),
  /** A limit of shard, key or session is reached; nothing was applied. */
  LIMIT(true, "A limit is reached"),
  /** Not certain before the store has answered; ask again. */
  PENDING(true, "Not certain yet"),
  /** Not now, or not here; nothing was applied. */
  UNAVAILABLE(true, "Not available"),
  /** May or may not have been applied; the same requestId finds out. */
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

  /** Whether the lease that was named is over, and stays over. */
  public boolean isLeaseOver() {
    return this == EXPIRED || this == RELEASED || this == BROKEN;
  }

  /** What a person reads of every refusal of this kind. */
  public String title() {
    return title;
  }

  /** A holder that handed its lease on knows that it let go. */
  public static Outcome of(EndReason how) {
    return switch (how) {
      case EXPIRED -> EXPIRED;
      case RELEASED, TRANSFERRED -> RELEASED;
      case BROKEN -> BROKEN;
    };
  }

  /** The meaning of what a compact renewal came to: a {@link RenewalCode}, or milliseconds. */
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
