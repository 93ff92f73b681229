package io.tenure.fault;

import io.tenure.api.Validity;

/** Until when a holder believes in its lease: counted from before its request, less a margin. */
final class Belief {

  private final Voice.Lease lease;
  private long untilNanos;
  private long renewAtNanos;
  private long overNanos;

  Belief(Voice.Lease lease, Heard granted, long validForMillis) {
    this.lease = lease;
    untilNanos = granted.sentNanos();
    extend(granted, validForMillis);
  }

  void extend(Heard heard, long validForMillis) {
    Validity validity = new Validity(validForMillis, validForMillis);
    long safeMillis = validForMillis - validity.safetyMillis();
    untilNanos = Math.max(untilNanos, heard.sentNanos() + safeMillis * 1_000_000);
    overNanos = heard.doneNanos() + validForMillis * 1_000_000;
    renewAtNanos = heard.sentNanos() + validity.renewAfterMillis() * 1_000_000;
  }

  Voice.Lease lease() {
    return lease;
  }

  boolean holds(long nowNanos) {
    return nowNanos < untilNanos;
  }

  /** The time until the server must have ended the lease, if it is not renewed. */
  long millisToEnd(long nowNanos) {
    return Math.max(1, (overNanos - nowNanos) / 1_000_000);
  }

  long millisToRenewal(long nowNanos) {
    return Math.max(1, (renewAtNanos - nowNanos) / 1_000_000);
  }
}
