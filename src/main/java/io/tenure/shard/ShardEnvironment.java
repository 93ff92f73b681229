package io.tenure.shard;

import io.tenure.shard.loop.ShardLoop;
import io.tenure.store.LeaseStore;
import java.util.function.LongSupplier;

/**
 * The environment that the shards of one loop share.
 *
 * @param secrets generates the unguessable part of leaseIds
 */
record ShardEnvironment(
    ShardSettings settings,
    LeaseStore store,
    ShardLoop loop,
    LongSupplier secrets,
    ShardMessenger messenger,
    ShardListener listener) {

  ShardEnvironment withStore(LeaseStore other) {
    return new ShardEnvironment(settings, other, loop, secrets, messenger, listener);
  }
}
