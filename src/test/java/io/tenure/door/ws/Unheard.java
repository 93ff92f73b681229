package io.tenure.door.ws;

import io.tenure.server.Nobody;
import io.tenure.shard.ShardRouter;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;

/**
 * What a stream keeps over no shards, and with nobody to tell: to keep anything there would fail.
 */
final class Unheard {

  private Unheard() {}

  static StreamLeases leases() {
    LossNotifier losses =
        new LossNotifier(
            Nobody.as(Vertx.class), Nobody.as(ContextInternal.class), Nobody.as(ShardRouter.class));
    return new StreamLeases(losses, Nobody.as(Outbox.class));
  }
}
