package io.tenure.client.hold;

import io.tenure.api.Validity;
import io.tenure.client.calls.ValidityInfo;
import java.util.concurrent.TimeUnit;

/**
 * The times at which one tenure is due, late, and has to stop. Owned by the keeper's thread, once
 * the keeper renews the tenure.
 */
final class Rhythm {

  /** The part of the renewal interval by which a renewal may come early, to travel with others. */
  private static final int EARLY_PART = 8;

  /** A second attempt follows when half of the renewal interval has passed without an answer. */
  private static final int AGAIN_PART = 2;

  /**
   * The part of the safety margin by which the end is reported early, so that the work can stop.
   */
  private static final int WARNING_PART = 10;

  /** The shortest interval, however little is left: more often would not help. */
  private static final long RENEW_NANOS_MIN = 5_000_000;

  private final long ttlMillis;
  private long heardSent;
  private long renewAfter;
  private long safety;
  private long attemptAt;

  Rhythm(long sentNanos, ValidityInfo validity) {
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

  /** The time by which two renewals should have been answered. */
  long lateAt() {
    return heardSent + 2 * renewAfter;
  }

  /** The time to report the end, so that work has stopped by {@code safeUntil}. */
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

  /** Records that the tenure lives: good for its ttl. */
  void confirmed(long sentNanos) {
    heard(sentNanos, ttlMillis);
  }

  /**
   * False when a later answer came before. Under a session {@code validForMillis} may be more than
   * its ttl.
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
