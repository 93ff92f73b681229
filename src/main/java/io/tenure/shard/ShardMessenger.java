package io.tenure.shard;

import io.tenure.core.ShardMessage;

/** Carries messages to other shards, wherever they live. A lost message is sent again. */
interface ShardMessenger {
  void tell(int shard, ShardMessage message);

  /** Whether that shard is served where its messages arrive. */
  boolean serves(int shard);

  /** The number of all shards, including the sending one. */
  int shards();
}
