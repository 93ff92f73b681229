package io.tenure.store.memory.planted;

import io.tenure.store.redis.RedisOptions;

public record MemoryStoreFailsLikeRedis(RedisOptions options) {}
