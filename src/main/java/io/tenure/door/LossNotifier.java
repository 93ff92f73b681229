package io.tenure.door;

import io.tenure.api.LeaseId;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one loop keep, by shard: one watch on each shard serves them all, because
 * a shard has far fewer watchers than leases.
 */
public final class LossNotifier {

  private final Vertx vertx;
  private final Context context;
  private final Gateway gateway;
  private final Map<Integer, ShardLossWatch> byShard = new HashMap<>();

  public LossNotifier(Vertx vertx, Context context, Gateway gateway) {
    this.vertx = vertx;
    this.context = context;
    this.gateway = gateway;
  }

  void keep(ConnectionLease one) {
    byShard
        .computeIfAbsent(
            gateway.shardOf(one.lease), shard -> new ShardLossWatch(vertx, gateway, shard))
        .keep(one);
  }

  /** What {@code by} keeps of this name. */
  @Nullable ConnectionLease find(ConnectionLease.Keeper by, LeaseId lease) {
    ShardLossWatch shard = byShard.get(gateway.shardOf(lease));
    return shard == null ? null : shard.find(by, lease);
  }

  void forget(ConnectionLease one) {
    ShardLossWatch shard = byShard.get(gateway.shardOf(one.lease));
    if (shard != null) {
      shard.forget(one);
    }
  }

  /** Its end may have been passed over. */
  void doubt(ConnectionLease one) {
    ShardLossWatch shard = byShard.get(gateway.shardOf(one.lease));
    if (shard != null) {
      shard.doubt(one);
    }
  }

  /**
   * Runs it when all that comes in this turn of the loop has been heard. Each by itself: where one
   * fails, those behind it run all the same.
   */
  void afterThisTurn(Runnable word) {
    context.runOnContext(heard -> word.run());
  }

  /** Called now and then, so that a caller that takes one lease after the other keeps the watch. */
  public void forgetUnused() {
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
