package io.tenure.shard.planted;

import io.tenure.store.planted.StoreCallsTheShardBack;

public record ShardCallsTheStore(StoreCallsTheShardBack store) {}
