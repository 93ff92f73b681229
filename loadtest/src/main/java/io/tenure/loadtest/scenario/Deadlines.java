package io.tenure.loadtest.scenario;

import io.tenure.loadtest.speech.Held;
import io.tenure.loadtest.speech.Say;

/**
 * Until when leases live at least: a ttl after the last request was sent that was acknowledged. One
 * that was refused moved nothing, so that who comes too late loses by its own fault and not early.
 */
record Deadlines(Held held, long ttlNanos) {

  void answered(Say what, int lease, boolean done, long sentNanos) {
    if (done && what != Say.RELEASE) {
      held.acknowledged(lease, sentNanos);
    }
  }

  /** How long after its deadline; below 0 it is early. */
  long lateNanos(int lease, long nowNanos) {
    return nowNanos - held.sentNanos(lease) - ttlNanos;
  }
}
