package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * The requested duration of a lease, and the other causes that end it. Under a session the lease
 * has no ttl of its own: {@code ttlMillis} and {@code hardTtlMillis} are 0. A field that is 0 is
 * off.
 */
public record RequestedLifespan(
    long ttlMillis,
    @Nullable LeaseId session,
    long hardTtlMillis,
    long lockDelayMillis,
    long maxLifetimeMillis) {

  public static final RequestedLifespan NONE = new RequestedLifespan(0, null, 0, 0, 0);

  public RequestedLifespan withTtl(long millis) {
    return new RequestedLifespan(
        millis, session, hardTtlMillis, lockDelayMillis, maxLifetimeMillis);
  }

  public RequestedLifespan under(LeaseId bound) {
    return new RequestedLifespan(
        ttlMillis, bound, hardTtlMillis, lockDelayMillis, maxLifetimeMillis);
  }

  public RequestedLifespan withHardTtl(long millis) {
    return new RequestedLifespan(ttlMillis, session, millis, lockDelayMillis, maxLifetimeMillis);
  }

  public RequestedLifespan withLockDelay(long millis) {
    return new RequestedLifespan(ttlMillis, session, hardTtlMillis, millis, maxLifetimeMillis);
  }

  public RequestedLifespan withMaxLifetime(long millis) {
    return new RequestedLifespan(ttlMillis, session, hardTtlMillis, lockDelayMillis, millis);
  }
}
