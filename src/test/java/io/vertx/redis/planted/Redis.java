package io.vertx.redis.planted;

/** Stands in for the Redis client while nothing depends on it yet. */
public interface Redis {}
