package io.tenure.client.hold;

import io.tenure.api.ExclusionMargins;
import io.tenure.api.Validity;
import io.tenure.client.calls.ValidityInfo;
import org.jspecify.annotations.Nullable;

/**
 * The time until which a holder may count on its lease. Each acknowledgement counts by itself: it
 * is good for its validity from before the sending of its request, in any order of arrival. So one
 * of full length can only lengthen belief to its own end. One that is cut short ends belief there
 * for good, because only a break or a maxLifetime cuts it. Any thread may read a belief; one thread
 * changes it.
 */
final class Belief {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Longer than any tenure, and half of the range in which nanoseconds can be compared. */
  private static final long ENDLESS = Long.MAX_VALUE / 2;

  private final long ttlMillis;
  private final @Nullable Belief session;
  private long fullUntil;
  private long cutAt;
  private volatile long safeUntil;

  private Belief(long ttlMillis, @Nullable Belief session, long fullUntil, long cutAt) {
    this.ttlMillis = ttlMillis;
    this.session = session;
    this.fullUntil = fullUntil;
    this.cutAt = cutAt;
    safeUntil = earlier(fullUntil, cutAt);
  }

  /**
   * The belief after a first answer: the part of the ttl that is missing may just have passed since
   * an earlier one.
   */
  static Belief first(long sentNanos, ValidityInfo validity) {
    long until =
        sentNanos + safeNanos(validity.validFor().toMillis(), validity.safety().toMillis());
    return new Belief(validity.ttl().toMillis(), null, until, sentNanos + ENDLESS);
  }

  /**
   * The belief in a lease that lives as long as its session, if the server confirms now and then
   * that the lease lives: each time for the session's ttl. {@code validForMillis}: until a break or
   * the maxLifetime ends it before; 0 when nothing does.
   */
  static Belief under(Belief session, ValidityInfo ofSession, long sentNanos, long validForMillis) {
    long ttlMillis = ofSession.ttl().toMillis();
    Belief belief = new Belief(ttlMillis, session, sentNanos, sentNanos + ENDLESS);
    belief.confirmed(sentNanos);
    if (validForMillis != 0) {
      belief.renewed(sentNanos, validForMillis, false);
    }
    return belief;
  }

  /** Records that the tenure lives, which is good for its ttl; an earlier cut still holds. */
  void confirmed(long sentNanos) {
    renewed(sentNanos, ttlMillis, false);
  }

  /**
   * Records a renewal. {@code breaking}: the server has said that no renewal lengthens the tenure
   * any more. Under a session the server may say it long before the end, and it then means only
   * that the tenure lives until that end.
   */
  void renewed(long sentNanos, long validForMillis, boolean breaking) {
    long millis = session == null ? validForMillis : Math.min(validForMillis, ttlMillis);
    long safety = new Validity(ttlMillis, millis).safetyMillis();
    long end = sentNanos + safeNanos(millis, safety);
    if (session == null && breaking || millis < ttlMillis) {
      cutAt = earlier(cutAt, end);
    } else {
      fullUntil = later(fullUntil, end);
    }
    safeUntil = earlier(fullUntil, cutAt);
  }

  long safeUntil() {
    long own = safeUntil;
    return session == null ? own : earlier(own, session.safeUntil());
  }

  /**
   * The time that is left when the other clock may run faster, and the holder must have stopped
   * before.
   */
  private static long safeNanos(long validForMillis, long safetyMillis) {
    long driftNanos = validForMillis * ExclusionMargins.DRIFT_PER_MILLION;
    return (validForMillis - safetyMillis) * NANOS_PER_MILLI - driftNanos;
  }

  private static long earlier(long one, long other) {
    return one - other <= 0 ? one : other;
  }

  private static long later(long one, long other) {
    return one - other >= 0 ? one : other;
  }
}
