package io.tenure.fault;

/** A server was stopped, with all its threads, and went on. */
record Freeze(String server, long fromNanos, long untilNanos) {

  /** So far the lease clock of a server moves for one pause, however long that is. */
  private static final long STEP_NANOS = 250_000_000;

  /** It was decided before, and said afterwards: that is late, and true. */
  boolean heldUp(Operation told) {
    return told.server().equals(server)
        && told.sentNanos() <= fromNanos
        && told.doneNanos() >= untilNanos;
  }

  /**
   * Whether a lease promised for so long before the freeze was alive for certain when the server
   * heard what its holder asked meanwhile. The lease clock made one step for the freeze; after it,
   * until the answer came, that clock was no faster than real time. How soon a busy machine lets
   * the server hear is no promise of the server.
   */
  boolean spares(long promisedNanos, Operation asked) {
    long afterwardsNanos = Math.max(0, asked.doneNanos() - untilNanos);
    return asked.server().equals(server)
        && asked.sentNanos() > fromNanos
        && asked.sentNanos() < untilNanos
        && promisedNanos > fromNanos + STEP_NANOS + afterwardsNanos;
  }
}
