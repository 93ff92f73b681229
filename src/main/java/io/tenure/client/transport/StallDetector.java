package io.tenure.client.transport;

import java.util.HashSet;
import java.util.Set;

/**
 * Measures for how long the server owes an answer on a stream. An answer stays owed after its
 * caller has given up, so the client recognises a server that reads and pings, but answers nothing.
 * May be used by any thread.
 */
final class StallDetector {

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

  /** The time without an answer though one was owed; 0 when none is. */
  synchronized long nanos() {
    return seqs.isEmpty() ? 0 : System.nanoTime() - sinceNanos;
  }
}
