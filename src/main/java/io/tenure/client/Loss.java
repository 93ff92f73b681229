package io.tenure.client;

/**
 * The end of a lease that its holder did not ask for, reported once for each lease.
 *
 * @param detail a sentence for people
 */
public record Loss(String key, String holder, long token, Reason reason, String detail) {

  /** The reasons for a loss. */
  public enum Reason {
    /**
     * No renewal was answered in time: the lease may still live at the server, but is not safe
     * here.
     */
    OUT_OF_TIME,
    /** The server says that the lease has expired. */
    EXPIRED,
    /** An operator has ended the lease. */
    BROKEN,
    /** Another caller that knows the leaseId has released the lease or handed it on. */
    RELEASED,
    /** The server does not know the lease, or not any more. */
    NOT_FOUND,
    /** The session of the lease is over. */
    SESSION_OVER,
    /** The client was closed without a release of the lease. */
    CLOSED
  }

  @Override
  public String toString() {
    return "the lease on " + key + " (token " + token + ") is lost: " + detail;
  }
}
