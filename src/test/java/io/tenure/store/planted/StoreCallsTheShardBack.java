package io.tenure.store.planted;

import io.tenure.shard.planted.ShardCallsTheStore;

public record StoreCallsTheShardBack(ShardCallsTheStore shard) {}
