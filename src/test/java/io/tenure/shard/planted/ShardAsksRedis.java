package io.tenure.shard.planted;

import io.vertx.redis.planted.Redis;

public record ShardAsksRedis(Redis redis) {}
