package io.tenure.shard.planted;

import io.vertx.core.Future;

public final class ShardAwaitsAFuture {
  String reply(Future<String> reply) {
    return reply.await();
  }
}
