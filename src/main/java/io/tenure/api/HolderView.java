package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * One tenure as every caller may see it: never its leaseId. {@code sinceSeconds} counts from
 * 2020-01-01 by the wall clock and is for people. Under a session of another shard {@code
 * ttlMillis} is 0 and {@code remainingMillis} is {@link #WITH_SESSION}, because only that shard
 * knows them. {@code bound}: the lease lasts as long as a session, and has no ttl of its own.
 */
public record HolderView(
    String holder,
    long token,
    Mode mode,
    int slot,
    long sinceSeconds,
    long ttlMillis,
    long remainingMillis,
    boolean breaking,
    boolean bound,
    @Nullable Value value) {

  public static final long WITH_SESSION = -1;
}
