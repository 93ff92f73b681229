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
  private final Rules rules;
  private final LeaseStore store;
  private final Clock clock;
  private final Loops loops;
  private final Neighbours neighbours;
  private final Probe probe;
  private volatile @Nullable Shard shard;

  ShardVerticle(
      int index,
      Rules rules,
      LeaseStore store,
      Clock clock,
      Loops loops,
      Neighbours neighbours,
      Probe probe) {
    this.index = index;
    this.rules = rules;
    this.store = store;
    this.clock = clock;
    this.loops = loops;
    this.neighbours = neighbours;
    this.probe = probe;
  }

  @Override
  public Future<?> start() {
    Loop loop =
        loops.here(
            Turns.on(context), begun -> vertx.setPeriodic(TICK_MILLIS, timer -> begun.tick()));
    Shard made = new Shard(index, rules, store, clock, loop, new Secrets(), neighbours, probe);
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
