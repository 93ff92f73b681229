package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * For how long a lease is asked for, and what else ends it. Under a session it has no ttl of its
 * own: {@code ttlMillis} and {@code hardTtlMillis} are 0. What is 0 is off.
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
