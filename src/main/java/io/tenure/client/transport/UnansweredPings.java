package io.tenure.client.transport;

import java.util.HashSet;
import java.util.Set;

/**
 * What the other side of a stream owes an answer to, though whoever asked may have given up: so
 * that one is known that hears, pings, and answers nothing. May be used by any thread.
 */
final class UnansweredPings {

  private final Set<Long> seqs = new HashSet<>();
  private long sinceNanos;

  synchronized void asked(long seq) {
    if (seqs.isEmpty()) {
      sinceNanos = System.nanoTime();
    }
    seqs.add(seq);
  }

  synchronized void answered(long seq) {
    if (seqs.remove(seq)) {
      sinceNanos = System.nanoTime();
    }
  }

  /** For how long there was no answer though one was owed; 0 when none is. */
  synchronized long nanos() {
    return seqs.isEmpty() ? 0 : System.nanoTime() - sinceNanos;
  }
}
