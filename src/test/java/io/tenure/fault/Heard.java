package io.tenure.fault;

/**
 * The result of one request: the server that answered, and the times of request and result by the
 * load's clock.
 */
record Heard(String server, long sentNanos, long doneNanos, Told told) {

  /** Nothing was sent: no server can be reached. */
  static Heard nobody(long nowNanos) {
    return new Heard("", nowNanos, nowNanos, new Told.Elsewhere());
  }

  boolean sent() {
    return !server.isEmpty();
  }
}
