package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * The requested duration of a lease, and the other causes that end it. Under a session the lease
 * has no ttl of its own: {@code ttlMillis} and {@code hardTtlMillis} are 0. A field that is 0 is
 * off.
 */
public record Terms(
    long ttlMillis,
    @Nullable LeaseId session,
    long hardTtlMillis,
    long lockDelayMillis,
    long maxLifetimeMillis) {

  public static final Terms NONE = new Terms(0, null, 0, 0, 0);

  public Terms withTtl(long millis) {
    return new Terms(millis, session, hardTtlMillis, lockDelayMillis, maxLifetimeMillis);
  }

  public Terms under(LeaseId bound) {
    return new Terms(ttlMillis, bound, hardTtlMillis, lockDelayMillis, maxLifetimeMillis);
  }

  public Terms withHardTtl(long millis) {
    return new Terms(ttlMillis, session, millis, lockDelayMillis, maxLifetimeMillis);
  }

  public Terms withLockDelay(long millis) {
    return new Terms(ttlMillis, session, hardTtlMillis, millis, maxLifetimeMillis);
  }

  public Terms withMaxLifetime(long millis) {
    return new Terms(ttlMillis, session, hardTtlMillis, lockDelayMillis, millis);
  }
}
