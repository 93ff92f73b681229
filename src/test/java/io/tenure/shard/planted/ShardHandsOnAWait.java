package io.tenure.shard.planted;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

public final class ShardHandsOnAWait {
  final Function<CompletableFuture<String>, String> wait = CompletableFuture::join;
}
