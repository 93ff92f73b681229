package io.tenure.api;

/**
 * The time for which a holder may count on its lease, from before it sent the request. {@code
 * ttlMillis} was requested, and {@code validForMillis} is granted; a break or the maxLifetime may
 * make the granted time shorter. Under a session {@code ttlMillis} is 0, because the session limits
 * the lease in any case. Then {@code validForMillis} is the time until a break or the maxLifetime
 * ends the lease before its session. This time is at least 1, which is only safety margin; 0 means
 * that nothing ends the lease before its session.
 */
public record Validity(long ttlMillis, long validForMillis) {

  /** The time (R) after which the holder renews. */
  public long renewAfterMillis() {
    return validForMillis / 3;
  }

  /**
   * The time (S) before the end of the validity at which the holder stops touching the resource.
   */
  public long safetyMillis() {
    return ExclusionMargins.holderSafetyMillis(validForMillis);
  }
}
