package io.tenure.api;

import java.util.List;

/**
 * A session as operators may see it. {@code session} serves to request its leases and is never
 * shown; {@code leases} counts those at home, and others may be on {@code shards}.
 */
public record SessionView(
    LeaseId session,
    String holder,
    long token,
    Lifespan lifespan,
    int leases,
    List<Integer> shards) {

  public long sinceSeconds() {
    return lifespan.sinceSeconds();
  }

  public long ttlMillis() {
    return lifespan.ttlMillis();
  }

  public long remainingMillis() {
    return lifespan.remainingMillis();
  }
}
