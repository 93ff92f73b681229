package io.tenure.door.ws;

import io.tenure.door.AdmittedOperation;
import io.tenure.door.Gateway;
import io.tenure.door.LossNotifier;
import io.tenure.door.RenewalBatchPool;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The streams of one loop, with the state that they share and the one timer that checks them. */
final class LoopStreams {

  private static final long LOOK_EVERY_MILLIS = 250;

  final Vertx vertx;
  final Context context;
  final Gateway gateway;
  final StreamLimits limits;
  final LossNotifier losses;
  final RenewalBatchPool batches;
  private final Set<ServerStream> open = new LinkedHashSet<>();
  private long timer = -1;

  /** The number of open streams, for readers on any thread. */
  private volatile int count;

  /** {@code watching}: the admission of the server to watch for losses. */
  LoopStreams(
      Vertx vertx,
      Context context,
      Gateway gateway,
      AdmittedOperation watching,
      StreamLimits limits) {
    this.vertx = vertx;
    this.context = context;
    this.gateway = gateway;
    this.limits = limits;
    losses = new LossNotifier(vertx, context, watching);
    batches = new RenewalBatchPool();
  }

  void opened(ServerWebSocket socket, AdmittedOperation renewing, boolean binary) {
    open.add(new ServerStream(this, socket, renewing, binary));
    count = open.size();
    if (open.size() == 1) {
      long heartbeat = limits.heartbeatMillis();
      timer =
          vertx.setPeriodic(
              Math.min(LOOK_EVERY_MILLIS, Math.max(1, heartbeat / 4)), each -> look());
    }
  }

  int count() {
    return count;
  }

  void closed(ServerStream stream) {
    boolean known = open.remove(stream);
    count = open.size();
    if (known && open.isEmpty()) {
      vertx.cancelTimer(timer);
      losses.forgetUnused();
    }
  }

  private void look() {
    long now = System.nanoTime();
    List.copyOf(open).forEach(stream -> stream.look(now));
    losses.forgetUnused();
  }
}
