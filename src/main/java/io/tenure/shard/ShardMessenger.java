package io.tenure.shard;

import io.tenure.core.ShardMessage;

/** Carries messages to other shards, wherever they live. A message that is lost is sent again. */
interface ShardMessenger {
  void tell(int shard, ShardMessage message);

  /** Whether that shard is served where its words arrive. */
  boolean serves(int shard);

  /** How many shards there are, the one that asks included. */
  int shards();
}
