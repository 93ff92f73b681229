package io.tenure.shard.planted;

import io.vertx.core.http.HttpServerRequest;

public record ShardSpeaksHttp(HttpServerRequest request) {}
