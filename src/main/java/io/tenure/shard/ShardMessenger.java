package io.tenure.shard;

import io.tenure.core.ShardMessage;

/** Carries messages to other shards on any server. A lost message is sent again. */
interface ShardMessenger {
  void tell(int shard, ShardMessage message);

  /** Whether {@code shard} is served at the server that receives its messages. */
  boolean serves(int shard);

  /** The number of all shards, including the sending one. */
  int shards();
}
