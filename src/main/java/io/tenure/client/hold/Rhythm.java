package io.tenure.client.hold;

import io.tenure.api.Validity;
import io.tenure.client.calls.LocalValidity;
import java.util.concurrent.TimeUnit;

/**
 * When one tenure is to be renewed, when that is late, and when it has to stop. Owned by the
 * keeper's thread, once it is kept.
 */
final class Rhythm {

  /** Part of the time between two renewals by which one may come early, to travel with others. */
  private static final int EARLY_PART = 8;

  /** A second attempt comes when half that time has passed without an answer. */
  private static final int AGAIN_PART = 2;

  /** Part of the safety by which the end is told early, for the work to stop in. */
  private static final int WARNING_PART = 10;

  /** However little is left: more often would not help. */
  private static final long RENEW_NANOS_MIN = 5_000_000;

  private final long ttlMillis;
  private long heardSent;
  private long renewAfter;
  private long safety;
  private long attemptAt;

  Rhythm(long sentNanos, LocalValidity validity) {
    ttlMillis = validity.ttl().toMillis();
    heardSent = sentNanos;
    renewAfter = validity.renewAfter().toNanos();
    safety = validity.safety().toNanos();
    attemptAt = sentNanos + renewAfter;
  }

  long heardSent() {
    return heardSent;
  }

  long renewAfter() {
    return renewAfter;
  }

  long attemptAt() {
    return attemptAt;
  }

  long mayJoinFrom() {
    return attemptAt - renewAfter / EARLY_PART;
  }

  /** Two renewals should have been answered by now. */
  long lateAt() {
    return heardSent + 2 * renewAfter;
  }

  /** When the end is told, so that work has stopped by {@code safeUntil}. */
  long stopAt(long safeUntil) {
    return safeUntil - safety / WARNING_PART;
  }

  void attempted(long sentNanos) {
    attemptAt = sentNanos + Math.max(1, renewAfter / AGAIN_PART);
  }

  void tryAgainAt(long nanos) {
    if (nanos - attemptAt < 0) {
      attemptAt = nanos;
    }
  }

  /** That it lives: good for its ttl. */
  void confirmed(long sentNanos) {
    heard(sentNanos, ttlMillis);
  }

  /**
   * False when a later one was heard before. Under a session {@code validForMillis} may be more
   * than its ttl.
   */
  boolean heard(long sentNanos, long validForMillis) {
    if (sentNanos - heardSent < 0) {
      return false;
    }
    Validity validity = new Validity(ttlMillis, Math.min(ttlMillis, validForMillis));
    heardSent = sentNanos;
    renewAfter =
        Math.max(RENEW_NANOS_MIN, TimeUnit.MILLISECONDS.toNanos(validity.renewAfterMillis()));
    safety = TimeUnit.MILLISECONDS.toNanos(validity.safetyMillis());
    attemptAt = sentNanos + renewAfter;
    return true;
  }
}
