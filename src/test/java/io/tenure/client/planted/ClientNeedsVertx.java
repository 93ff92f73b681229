package io.tenure.client.planted;

import io.vertx.core.Vertx;

public record ClientNeedsVertx(Vertx vertx) {}
