package io.tenure.fault;

/** A server was stopped, with all its threads, and went on. */
record Freeze(String server, long fromNanos, long untilNanos) {

  /** Renewals may have been under way already; and a lease about to end ends. */
  private static final long ROOM_NANOS = 500_000_000;

  /** It was decided before, and said afterwards: that is late, and true. */
  boolean heldUp(Operation told) {
    return told.server().equals(server)
        && told.sentNanos() <= fromNanos
        && told.doneNanos() >= untilNanos;
  }

  /** Whoever counted on its lease for so long, and asked meanwhile, must be heard first. */
  boolean excuses(long promisedNanos, Operation asked) {
    return asked.server().equals(server)
        && promisedNanos > fromNanos + ROOM_NANOS
        && asked.sentNanos() > fromNanos
        && asked.sentNanos() < untilNanos;
  }
}
