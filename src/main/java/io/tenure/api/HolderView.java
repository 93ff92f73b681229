package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * One tenure as anybody may see it: never its leaseId. {@code sinceSeconds} counts from 2020-01-01
 * by the wall clock and is for people; {@code ttlMillis} is 0 and {@code remainingMillis} {@link
 * #WITH_SESSION} under a session of another shard, which alone knows. {@code bound}: it lasts as
 * long as a session, and has no ttl of its own.
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
