package io.tenure.wire.planted;

import io.vertx.core.buffer.Buffer;

public record WireFillsAVertxBuffer(Buffer bytes) {}
