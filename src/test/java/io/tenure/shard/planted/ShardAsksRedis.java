package io.tenure.shard.planted;

import io.vertx.redis.client.Redis;

public record ShardAsksRedis(Redis redis) {}
