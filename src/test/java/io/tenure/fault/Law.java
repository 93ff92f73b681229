package io.tenure.fault;

/** What a history must never show. */
enum Law {
  /** Never two holders who believe in the same key at one instant (G1, G6). */
  EXCLUSION,
  /** A lease lives at least as long as was promised, and nobody else is granted its key (G2). */
  NEVER_EARLY,
  /** A later lease on a key has a larger token (G4). */
  TOKENS_GROW,
  /** The same requestId has one effect (G7). */
  RETRIES,
  /** What was acknowledged is known ever after, alive or with an end that somebody caused (G5). */
  NOTHING_LOST,
  /** What is over stays over, in the same way (G3). */
  NO_RESURRECTION,
  /** Who was succeeded as owner of a shard acknowledges nothing about it (G10). */
  SILENT_ZOMBIE,
  /** A renewal that waited for a frozen server is heard before its lease expires (G11). */
  SLOW_SERVER_PUNISHES_NOBODY,
  /** A fence never lets a smaller token pass after a larger one. */
  FENCES
}
