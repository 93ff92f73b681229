package io.tenure.door;

import io.tenure.server.Nobody;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;

/**
 * The leases of a connection without shards and without another side. Any report to a holder or a
 * shard fails.
 */
final class Unheard {

  private Unheard() {}

  static ConnectionLossFeed leases() {
    LossNotifier losses =
        new LossNotifier(
            Nobody.as(Vertx.class),
            Nobody.as(ContextInternal.class),
            Nobody.as(AdmittedOperation.class));
    return new ConnectionLossFeed(losses, Nobody.as(ConnectionLossFeed.Outlet.class));
  }
}
