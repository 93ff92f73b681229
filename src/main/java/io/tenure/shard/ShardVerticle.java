package io.tenure.shard;

import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import org.jspecify.annotations.Nullable;

/** Puts a shard onto an event loop. */
final class ShardVerticle extends VerticleBase {

  /** Leases end, and waiters are served, at most so much late; a loop has some 5 us to do each. */
  static final long TICK_MILLIS = 10;

  private final int index;
  private final ShardSettings settings;
  private final LeaseStore store;
  private final Clock clock;
  private final ShardLoops loops;
  private final ShardMessenger messenger;
  private final ShardListener listener;
  private volatile @Nullable Shard shard;

  ShardVerticle(
      int index,
      ShardSettings settings,
      LeaseStore store,
      Clock clock,
      ShardLoops loops,
      ShardMessenger messenger,
      ShardListener listener) {
    this.index = index;
    this.settings = settings;
    this.store = store;
    this.clock = clock;
    this.loops = loops;
    this.messenger = messenger;
    this.listener = listener;
  }

  @Override
  public Future<?> start() {
    ShardLoop loop =
        loops.here(
            LoopExecutor.on(context),
            begun -> vertx.setPeriodic(TICK_MILLIS, timer -> begun.tick()));
    Shard made =
        new Shard(index, settings, store, clock, loop, new LeaseIdSecrets(), messenger, listener);
    loops.settle(made, loop);
    shard = made;
    return Future.succeededFuture();
  }

  boolean serves() {
    Shard present = shard;
    return present != null && present.serves();
  }

  @Nullable ShardMeter meter() {
    Shard present = shard;
    return present == null ? null : present.meter();
  }

  Future<Void> leave() {
    Promise<Void> left = Promise.promise();
    context.runOnContext(
        nothing -> {
          Shard present = shard;
          if (present == null) {
            left.complete();
          } else {
            present.leave().onComplete(left);
          }
        });
    return left.future();
  }
}
