package io.tenure.api;

/**
 * How long a tenure lives. {@code sinceSeconds} counts from 2020-01-01 by the wall clock and is for
 * people; {@code ttlMillis} is 0 and {@code remainingMillis} {@link #WITH_SESSION} under a session
 * of another shard, which alone knows. {@code bound}: it lasts as long as a session, and has no ttl
 * of its own.
 */
public record Lifespan(long sinceSeconds, long ttlMillis, long remainingMillis, boolean bound) {

  public static final long WITH_SESSION = -1;
}
