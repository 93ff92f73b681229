package io.tenure.door.ws;

import io.tenure.shard.Leases;
import io.tenure.wire.RequestReader;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The streams of one loop, what they share, and the one timer that looks at them all. */
final class Streams {

  private static final long LOOK_EVERY_MILLIS = 250;

  final Vertx vertx;
  final Context context;
  final Leases leases;
  final StreamOptions options;
  final RequestReader reader;
  final Losses losses;
  final Batches batches;
  private final Set<Stream> open = new LinkedHashSet<>();
  private long timer = -1;

  /** Read by any thread, to be counted. */
  private volatile int count;

  Streams(Vertx vertx, Context context, Leases leases, StreamOptions options) {
    this.vertx = vertx;
    this.context = context;
    this.leases = leases;
    this.options = options;
    reader = new RequestReader(options.leaseLimits());
    losses = new Losses(vertx, context, leases);
    batches = new Batches(leases);
  }

  void opened(ServerWebSocket socket, boolean binary) {
    open.add(new Stream(this, socket, binary));
    count = open.size();
    if (open.size() == 1) {
      long heartbeat = options.limits().heartbeatMillis();
      timer =
          vertx.setPeriodic(
              Math.min(LOOK_EVERY_MILLIS, Math.max(1, heartbeat / 4)), each -> look());
    }
  }

  int count() {
    return count;
  }

  void closed(Stream stream) {
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
