package io.tenure.shard;

import io.tenure.shard.loop.ShardLoop;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Owns the shards of one event loop, and ticks them from {@link #start} on. Each loop of the server
 * has one host. May be used by any thread.
 */
final class LoopHost {

  private final Context context;
  private final ShardEnvironment environment;
  private final List<Shard> shards = new ArrayList<>();

  LoopHost(Context context, ShardEnvironment environment) {
    this.context = context;
    this.environment = environment;
  }

  ShardLoop loop() {
    return environment.loop();
  }

  /** Creates a shard, which stays on this loop for ever. To be called before the start. */
  Shard settle(int index) {
    Shard shard = new Shard(index, environment);
    shards.add(shard);
    loop().add(shard);
    return shard;
  }

  Future<Void> start() {
    return onLoop(
        () -> {
          context.owner().setPeriodic(ShardLoop.TICK_MILLIS, timer -> loop().tick());
          return Future.succeededFuture();
        });
  }

  /** Hands the shards of this loop back in order. */
  Future<Void> leave() {
    return onLoop(() -> Future.join(shards.stream().map(Shard::leave).toList()).mapEmpty());
  }

  private Future<Void> onLoop(Supplier<Future<Void>> deed) {
    Promise<Void> done = Promise.promise();
    context.runOnContext(nothing -> deed.get().onComplete(done));
    return done.future();
  }
}
