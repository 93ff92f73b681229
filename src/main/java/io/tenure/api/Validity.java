package io.tenure.api;

/**
 * The time for which a holder may count on its lease, from before it sent the request. {@code
 * ttlMillis} was requested, {@code validForMillis} is granted; a break or the maxLifetime may make
 * it shorter. Under a session, which bounds it in any case, {@code ttlMillis} is 0. Then {@code
 * validForMillis} is the time until a break or the maxLifetime ends the lease before its session:
 * at least 1, which is only safety margin. 0 means that nothing ends the lease before its session.
 */
public record Validity(long ttlMillis, long validForMillis) {

  /** R: the time after which to renew. */
  public long renewAfterMillis() {
    return validForMillis / 3;
  }

  /** S: the holder stops touching the resource this long before the validity is over. */
  public long safetyMillis() {
    return ExclusionMargins.holderSafetyMillis(validForMillis);
  }
}
