package io.tenure.shard.planted;

import java.util.concurrent.CompletableFuture;

public final class ShardJoinsAFuture {
  String reply(CompletableFuture<String> reply) {
    return reply.join();
  }
}
