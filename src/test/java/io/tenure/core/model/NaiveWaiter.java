package io.tenure.core.model;

import io.tenure.api.Request.Acquire;

/** An acquire in a queue, or one that waits until the home of its session confirms the session. */
final class NaiveWaiter {
  final Acquire request;
  long ticket;

  /** The deadline on the lease clock. */
  long deadline;

  /** The time of its arrival, on the lease clock. */
  final long since;

  /**
   * Whether it may wait for its session's home instead of the key: then it is judged less strictly.
   */
  boolean unsure;

  NaiveWaiter(Acquire request, long ticket, long clockNanos) {
    this.request = request;
    this.ticket = ticket;
    this.since = clockNanos;
    this.deadline = clockNanos + request.waitMillis() * NaiveClock.MILLI;
  }

  @Override
  public String toString() {
    return "waiter " + ticket + " " + request.holder() + " until " + deadline;
  }
}
