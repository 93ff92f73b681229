package io.tenure.shard;

import io.tenure.core.ShardMessage;

/** Carries words to other shards, wherever they live. What gets lost is asked for again. */
interface ShardMessenger {
  void tell(int shard, ShardMessage message);

  /** Whether that shard is served where its words arrive. */
  boolean serves(int shard);

  /** How many shards there are, the one that asks included. */
  int shards();
}
