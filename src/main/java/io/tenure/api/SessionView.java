package io.tenure.api;

import java.util.List;

/**
 * A session as operators may see it. {@code session} serves to request its leases, and pages never
 * show it. {@code leases} counts the leases on the session's own shard; other leases may be on
 * {@code shards}.
 */
public record SessionView(
    LeaseId session,
    String holder,
    long token,
    LifespanView lifespan,
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
