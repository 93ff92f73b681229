package io.tenure.core.planted;

import io.vertx.core.Future;

public record CoreReturnsAFuture(Future<String> reply) {}
