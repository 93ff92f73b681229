package io.tenure.door.ws;

import io.tenure.api.LeaseId;
import io.tenure.shard.ShardRouter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the streams of one loop keep, by shard: one watch on each shard serves them all, because a
 * shard has far fewer watchers than leases.
 */
final class LossNotifier {

  private final Vertx vertx;
  private final Context context;
  private final ShardRouter router;
  private final Map<Integer, ShardLossWatch> byShard = new HashMap<>();

  LossNotifier(Vertx vertx, Context context, ShardRouter router) {
    this.vertx = vertx;
    this.context = context;
    this.router = router;
  }

  void keep(StreamLease one) {
    byShard
        .computeIfAbsent(
            router.shardOf(one.lease), shard -> new ShardLossWatch(vertx, router, shard))
        .keep(one);
  }

  /** What {@code by} keeps of this name. */
  @Nullable StreamLease find(StreamLeases by, LeaseId lease) {
    ShardLossWatch shard = byShard.get(router.shardOf(lease));
    return shard == null ? null : shard.find(by, lease);
  }

  void forget(StreamLease one) {
    ShardLossWatch shard = byShard.get(router.shardOf(one.lease));
    if (shard != null) {
      shard.forget(one);
    }
  }

  /** Its end may have been passed over. */
  void doubt(StreamLease one) {
    ShardLossWatch shard = byShard.get(router.shardOf(one.lease));
    if (shard != null) {
      shard.doubt(one);
    }
  }

  /**
   * It is told when all that comes in this turn of the loop has been heard. Each by itself: where
   * one fails, those behind it are told all the same.
   */
  void owes(StreamLeases leases) {
    context.runOnContext(heard -> leases.tell());
  }

  /** Called now and then, so that whoever takes one lease after the other keeps the watch. */
  void forgetUnused() {
    Iterator<ShardLossWatch> each = byShard.values().iterator();
    while (each.hasNext()) {
      ShardLossWatch shard = each.next();
      if (shard.isUnused()) {
        shard.end();
        each.remove();
      }
    }
  }
}
