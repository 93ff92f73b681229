package io.tenure.door;

import io.tenure.server.Nobody;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;

/**
 * What a connection keeps over no shards, and with no other side to tell: to keep anything there
 * would fail.
 */
final class Unheard {

  private Unheard() {}

  static ConnectionLeases leases() {
    LossNotifier losses =
        new LossNotifier(
            Nobody.as(Vertx.class), Nobody.as(ContextInternal.class), Nobody.as(Gateway.class));
    return new ConnectionLeases(losses, Nobody.as(ConnectionLeases.Outlet.class));
  }
}
