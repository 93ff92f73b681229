package io.tenure.fault;

/**
 * A server was told to stop, or was killed: from then on its shards may belong to another one, even
 * to the one that owned them before.
 */
record Departure(String server, long fromNanos) {

  boolean before(Operation told) {
    return told.doneNanos() >= fromNanos;
  }
}
