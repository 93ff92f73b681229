package io.tenure.fault;

/**
 * The time from which a server may have given up its shards, because it was killed or asked to
 * stop. From then on they may belong to another server, or again to the same one.
 */
record Departure(String server, long fromNanos) {

  boolean before(Operation told) {
    return told.doneNanos() >= fromNanos;
  }
}
