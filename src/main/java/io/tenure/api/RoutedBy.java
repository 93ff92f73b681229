package io.tenure.api;

/** The property of a request that decides which shard answers it. */
public enum RoutedBy {
  KEY,
  LEASE_ID,
  SESSION,
  FENCE,
  /** The caller names the shard. */
  SHARD,
  /** Any shard can answer; a repeated request goes to the same one again. */
  ANYWHERE,
  /** Many shards answer together. */
  ALL_SHARDS,
  /** The server or the stream answers, without a shard. */
  NONE
}
