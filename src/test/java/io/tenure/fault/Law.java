package io.tenure.fault;

/** The laws that no history may break. */
enum Law {
  /** No two holders ever believe in the same key at one instant (G1, G6). */
  EXCLUSION,
  /**
   * A lease lives at least as long as promised, and no other holder is granted its key meanwhile
   * (G2).
   */
  NEVER_EARLY,
  /** A later lease of a key has a larger token (G4). */
  TOKENS_GROW,
  /** The same requestId has one effect (G7). */
  RETRIES,
  /** An acknowledged lease is known ever after, alive or with an end that has a cause (G5). */
  NOTHING_LOST,
  /** An ended lease stays ended, with the same reason (G3). */
  NO_RESURRECTION,
  /**
   * A server that was succeeded as owner of a shard acknowledges nothing about this shard (G10).
   */
  SILENT_ZOMBIE,
  /** A renewal that waited for a frozen server is accepted before its lease expires (G11). */
  SLOW_SERVER_PUNISHES_NOBODY,
  /** A fence never lets a smaller token pass after a larger one. */
  FENCES
}
