package io.tenure.store.redis;

/**
 * Which Redis a store uses, and how.
 *
 * @param shards how many the server has
 * @param relaxed replies do not wait for the store, so an unclean end may lose what was answered
 * @param replicas so many must have a batch before it is durable
 * @param callMillis an answer that takes longer counts as none
 * @param atOnceMillis promises of up to so long are given at once, because every server reckons
 *     with them in any case
 */
public record RedisOptions(
    RedisAddress address,
    int shards,
    boolean relaxed,
    int replicas,
    long callMillis,
    long atOnceMillis) {

  /** Beyond this a Redis is unavailable, and half-open connections are noticed. */
  public static final long CALL_MILLIS = 2_000;

  /** Every quarantine may well last so long; most leases are no longer. */
  public static final long AT_ONCE_MILLIS = 10_000;

  public RedisOptions {
    if (replicas < 0) {
      throw new IllegalArgumentException("replicas is " + replicas + "; use 0 or more");
    }
    if (callMillis < 1) {
      throw new IllegalArgumentException("callMillis is " + callMillis + "; use 1 or more");
    }
  }

  public static RedisOptions of(RedisAddress address, int shards) {
    return new RedisOptions(address, shards, false, 0, CALL_MILLIS, AT_ONCE_MILLIS);
  }
}
