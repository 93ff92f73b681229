package io.tenure.core.model;

import io.tenure.api.Request.Acquire;

/** An acquire that stands in a queue, or waits for its session's home to say that it lives. */
final class NaiveWaiter {
  final Acquire request;
  long ticket;

  /** On the lease clock. */
  long deadline;

  /** When it came, on the lease clock. */
  final long since;

  /** Whether it may be waiting for its session's home instead of the key: it is judged mildly. */
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
