package io.tenure.loadtest.scenario;

import io.tenure.loadtest.speech.Held;
import io.tenure.loadtest.speech.Say;

/**
 * The earliest permitted ends of leases: a ttl after the sending of the last acknowledged request.
 * A refused request moved no deadline, so a holder that comes too late loses its lease by its own
 * fault and not early.
 */
record Deadlines(Held held, long ttlNanos) {

  void answered(Say what, int lease, boolean done, long sentNanos) {
    if (done && what != Say.RELEASE) {
      held.acknowledged(lease, sentNanos);
    }
  }

  /** The delay after its deadline; below 0 it is early. */
  long lateNanos(int lease, long nowNanos) {
    return nowNanos - held.sentNanos(lease) - ttlNanos;
  }
}
