package io.tenure.door.ws;

import io.tenure.Nobody;
import io.tenure.shard.Leases;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;

/**
 * What a stream keeps over no shards, and with nobody to tell: to keep anything there would fail.
 */
final class Unheard {

  private Unheard() {}

  static Keeping keeping() {
    Losses losses =
        new Losses(
            Nobody.as(Vertx.class), Nobody.as(ContextInternal.class), Nobody.as(Leases.class));
    return new Keeping(losses, Nobody.as(Outbox.class));
  }
}
