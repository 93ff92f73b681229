package io.tenure.fault;

/** The time in which a server was stopped, with all its threads. */
record Freeze(String server, long fromNanos, long untilNanos) {

  /** The most that the lease clock of a server moves for one pause, however long the pause is. */
  private static final long STEP_NANOS = 250_000_000;

  /** The decision came before the freeze and its answer afterwards: late, but true. */
  boolean heldUp(Operation told) {
    return told.server().equals(server)
        && told.sentNanos() <= fromNanos
        && told.doneNanos() >= untilNanos;
  }

  /**
   * Whether a lease with this promise from before the freeze was certainly alive when the server
   * received the request. The lease clock made one step for the freeze; after it, until the answer
   * came, that clock was no faster than real time. The server makes no promise about how soon it
   * receives a request on a busy machine.
   */
  boolean spares(long promisedNanos, Operation asked) {
    long afterwardsNanos = Math.max(0, asked.doneNanos() - untilNanos);
    return asked.server().equals(server)
        && asked.sentNanos() > fromNanos
        && asked.sentNanos() < untilNanos
        && promisedNanos > fromNanos + STEP_NANOS + afterwardsNanos;
  }
}
