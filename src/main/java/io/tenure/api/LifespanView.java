package io.tenure.api;

/**
 * The lifetime of a tenure. {@code sinceSeconds} counts from 2020-01-01 by the wall clock and is
 * for people. {@code bound} means that the tenure lasts as long as a session and has no ttl of its
 * own. When another shard has that session, only the other shard knows the times of the session:
 * then {@code ttlMillis} is 0 and {@code remainingMillis} is {@link #WITH_SESSION}.
 */
public record LifespanView(long sinceSeconds, long ttlMillis, long remainingMillis, boolean bound) {

  public static final long WITH_SESSION = -1;
}
