package io.tenure.fault;

/** What came of one request: who answered, and when it was sent and done by the load's clock. */
record Heard(String server, long sentNanos, long doneNanos, Told told) {

  /** Nothing was sent: no server can be reached. */
  static Heard nobody(long nowNanos) {
    return new Heard("", nowNanos, nowNanos, new Told.Elsewhere());
  }

  boolean sent() {
    return !server.isEmpty();
  }
}
