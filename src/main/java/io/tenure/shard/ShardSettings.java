package io.tenure.shard;

import io.tenure.api.Limits;

/**
 * The settings of the shards of a server.
 *
 * @param owner the name of the server in the store
 * @param ownershipMillis the duration of an ownership that is not extended, or {@link
 *     io.tenure.store.LeaseStore#FOR_EVER}
 * @param relaxed replies leave before their changes are durable
 * @param patienceMillis the longest wait of a request for a store that does not answer
 */
public record ShardSettings(
    Limits limits, String owner, long ownershipMillis, boolean relaxed, long patienceMillis) {

  /** Longer than a Redis needs to restart, and shorter than the wait that callers accept. */
  public static final long PATIENCE_MILLIS = 5_000;

  /** A standby takes over within this time and a second. */
  public static final long OWNERSHIP_MILLIS = 3_000;
}
