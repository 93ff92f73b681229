package io.tenure.api;

/**
 * How long a holder may count on its lease, from before it sent the request that this answers:
 * {@code ttlMillis} was asked for, {@code validForMillis} is granted (less, when a break or the
 * maxLifetime cuts it short). Under a session, whose own term counts, {@code ttlMillis} is 0, and
 * {@code validForMillis} what is left until a break or the maxLifetime ends the lease before its
 * session; 0 when nothing does.
 */
public record Validity(long ttlMillis, long validForMillis) {

  /** R: when to renew. */
  public long renewAfterMillis() {
    return validForMillis / 3;
  }

  /** S: the holder stops touching the resource this long before the term is over. */
  public long safetyMillis() {
    return ExclusionMargins.holderSafetyMillis(validForMillis);
  }
}
