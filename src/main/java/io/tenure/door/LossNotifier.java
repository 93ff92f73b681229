package io.tenure.door;

import io.tenure.api.LeaseId;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports lost leases to the connections of one loop, with one watch for each shard. One watch
 * serves all these connections, because a shard may have far fewer watchers than leases.
 */
public final class LossNotifier {

  private final Vertx vertx;
  private final Context context;
  private final AdmittedOperation admitted;
  private final Map<Integer, ShardLossWatch> byShard = new HashMap<>();

  /** {@code admitted}: the watch of the server itself, on behalf of the connections of the loop. */
  public LossNotifier(Vertx vertx, Context context, AdmittedOperation admitted) {
    this.vertx = vertx;
    this.context = context;
    this.admitted = admitted;
  }

  void keep(LossSubscription one) {
    byShard
        .computeIfAbsent(
            admitted.shardOf(one.lease), shard -> new ShardLossWatch(vertx, admitted, shard))
        .keep(one);
  }

  /** Returns the lease with this id that {@code by} watches; null without one. */
  @Nullable LossSubscription find(LossSubscription.Subscriber by, LeaseId lease) {
    ShardLossWatch shard = byShard.get(admitted.shardOf(lease));
    return shard == null ? null : shard.find(by, lease);
  }

  void forget(LossSubscription one) {
    ShardLossWatch shard = byShard.get(admitted.shardOf(one.lease));
    if (shard != null) {
      shard.forget(one);
    }
  }

  /** Asks the shard for a lease, because its end may have been missed. */
  void doubt(LossSubscription one) {
    ShardLossWatch shard = byShard.get(admitted.shardOf(one.lease));
    if (shard != null) {
      shard.doubt(one);
    }
  }

  /**
   * Runs the action after everything that arrives in this turn of the loop. Each action runs by
   * itself: when one fails, the later ones still run.
   */
  void afterThisTurn(Runnable word) {
    context.runOnContext(heard -> word.run());
  }

  /**
   * Ends the watches that no lease needs. Called only from time to time, so that a caller that
   * acquires one lease after the other does not begin a watch for each.
   */
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
