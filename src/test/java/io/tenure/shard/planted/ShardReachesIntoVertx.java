package io.tenure.shard.planted;

import io.vertx.core.internal.ContextInternal;

public record ShardReachesIntoVertx(ContextInternal context) {}
