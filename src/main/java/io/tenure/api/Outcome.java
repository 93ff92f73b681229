package io.tenure.api;

import java.util.Locale;

/**
 * Why something was refused, as every door of ours says it: the code itself, the status of HTTP
 * that goes with it, and whether the same request may succeed when it is sent again unchanged.
 */
public enum Outcome {
  /**
   * A field or the body is not as it must be; {@code field} and {@code detail} say what to mend.
   */
  INVALID(400, false, "A field is not as it must be"),
  /** Not permitted, whoever asks. */
  FORBIDDEN(403, false, "Not permitted"),
  /** No such lease, session or fence, or not any more: the same for guessed and stale. */
  NOT_FOUND(404, false, "No such lease, session or fence"),
  /** Nobody holds the key. */
  NOT_HELD(404, false, "Nobody holds the key"),
  /** The address leads to nothing. */
  NO_SUCH_PATH(404, false, "No such path"),
  METHOD_NOT_ALLOWED(405, false, "The path has no such method"),
  /** What was announced did not come in time. */
  TIMEOUT(408, true, "The request did not come in time"),
  /** Somebody else owns the key, or it is barred. */
  HELD(409, true, "The key is held"),
  /** This requestId had its lease, and that is over. */
  REQUEST_CONSUMED(409, false, "The request had its lease, and that is over"),
  /** A larger token was seen at the fence. */
  FENCED(409, false, "A larger token was seen"),
  NOBODY_WAITING(409, false, "Nobody waits for the key"),
  /** The session has ended or never was. */
  SESSION_OVER(409, false, "The session is over"),
  /** Lives as long as its session: keep that alive instead. */
  SESSION_BOUND(409, false, "The lease lives with its session"),
  /** An operator ends the lease. */
  BREAKING(409, false, "An operator ends the lease"),
  /** The same request came again and took over this one's place in the queue. */
  REPEATED(409, false, "The same request came again"),
  WITHDRAWN(409, false, "The wait was withdrawn"),
  EXPIRED(410, false, "The lease has expired"),
  RELEASED(410, false, "The lease was released or handed on"),
  BROKEN(410, false, "An operator has ended the lease"),
  /** The key is held, or the fence stands, with another token than the one named. */
  CHANGED_HANDS(412, false, "The key or the fence has another token now"),
  TOO_LARGE(413, false, "Too large"),
  URI_TOO_LONG(414, false, "The address is too long"),
  UNSUPPORTED_MEDIA(415, false, "The body is not JSON"),
  HEADERS_TOO_LARGE(431, false, "The headers are too large"),
  INTERNAL(500, false, "A mistake of the server"),
  /** Too much waits already; nothing was applied. */
  BUSY(503, true, "Too much waits already"),
  /** A limit of shard, key or session is reached; nothing was applied. */
  LIMIT(503, true, "A limit is reached"),
  /** Not certain before the store has answered; ask again. */
  PENDING(503, true, "Not certain yet"),
  /** Not now, or not here; nothing was applied. */
  UNAVAILABLE(503, true, "Not available"),
  /** May or may not have been applied; the same requestId finds out. */
  UNKNOWN(503, true, "The outcome is not known");

  private final int status;
  private final boolean retryable;
  private final String title;

  Outcome(int status, boolean retryable, String title) {
    this.status = status;
    this.retryable = retryable;
    this.title = title;
  }

  public int status() {
    return status;
  }

  /** Whether the same request may succeed when it is sent again unchanged. */
  public boolean retryable() {
    return retryable;
  }

  public String title() {
    return title;
  }

  /** Names the kind of problem; leads nowhere. */
  public String type() {
    return "urn:tenure:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
