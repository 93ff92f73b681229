package io.tenure.loadtest.planted;

import io.tenure.shard.planted.ShardSleeps;

public record LoadtestReachesIntoShard(ShardSleeps shard) {}
