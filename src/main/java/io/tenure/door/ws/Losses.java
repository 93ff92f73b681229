package io.tenure.door.ws;

import io.tenure.core.Handle;
import io.tenure.shard.Leases;
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
final class Losses {

  private final Vertx vertx;
  private final Context context;
  private final Leases leases;
  private final Map<Integer, ShardLosses> byShard = new HashMap<>();

  Losses(Vertx vertx, Context context, Leases leases) {
    this.vertx = vertx;
    this.context = context;
    this.leases = leases;
  }

  void keep(Kept one) {
    byShard
        .computeIfAbsent(leases.shardOf(one.lease), shard -> new ShardLosses(vertx, leases, shard))
        .keep(one);
  }

  /** What {@code by} keeps of this name. */
  @Nullable Kept find(Keeping by, Handle lease) {
    ShardLosses shard = byShard.get(leases.shardOf(lease));
    return shard == null ? null : shard.find(by, lease);
  }

  void forget(Kept one) {
    ShardLosses shard = byShard.get(leases.shardOf(one.lease));
    if (shard != null) {
      shard.forget(one);
    }
  }

  /** Its end may have been passed over. */
  void doubt(Kept one) {
    ShardLosses shard = byShard.get(leases.shardOf(one.lease));
    if (shard != null) {
      shard.doubt(one);
    }
  }

  /**
   * It is told when all that comes in this turn of the loop has been heard. Each by itself: where
   * one fails, those behind it are told all the same.
   */
  void owes(Keeping keeping) {
    context.runOnContext(heard -> keeping.tell());
  }

  /** Called now and then, so that whoever takes one lease after the other keeps the watch. */
  void forgetUnused() {
    Iterator<ShardLosses> each = byShard.values().iterator();
    while (each.hasNext()) {
      ShardLosses shard = each.next();
      if (shard.isUnused()) {
        shard.end();
        each.remove();
      }
    }
  }
}
