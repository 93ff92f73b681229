package io.tenure.client;

/**
 * That a lease is over though its holder did not end it: told once for each lease.
 *
 * @param detail a sentence for people
 */
public record Loss(String key, String holder, long token, Reason reason, String detail) {

  /** Why. */
  public enum Reason {
    /** No renewal was answered in time: it may still live at the server, but not safely here. */
    OUT_OF_TIME,
    /** The server says that it has expired. */
    EXPIRED,
    /** An operator has ended it. */
    BROKEN,
    /** Somebody else who knows its leaseId has released it or handed it on. */
    RELEASED,
    /** The server does not know it, or not any more. */
    UNKNOWN,
    /** The session it lived with is over. */
    SESSION_OVER,
    /** Its client was closed without releasing it. */
    CLOSED
  }

  @Override
  public String toString() {
    return "the lease on " + key + " (token " + token + ") is lost: " + detail;
  }
}
