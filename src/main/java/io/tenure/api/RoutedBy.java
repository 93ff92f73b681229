package io.tenure.api;

/** How the shard is found that answers an operation. */
public enum RoutedBy {
  KEY,
  LEASE_ID,
  SESSION,
  FENCE,
  /** The caller names the shard. */
  SHARD,
  /** Any shard does; a repeated request goes to the same one again. */
  ANYWHERE,
  /** Many shards answer together. */
  ALL_SHARDS,
  /** The server answers, or the stream: no shard is asked. */
  NONE;

  /** Whether exactly one shard answers. */
  public boolean isOneShard() {
    return this != ALL_SHARDS && this != NONE;
  }
}
