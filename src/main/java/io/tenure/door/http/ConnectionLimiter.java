package io.tenure.door.http;

import io.netty.channel.Channel;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connections of one loop: not too many, and none that keeps the door waiting. One timer looks
 * at them all. Vert.x's own idle timeout would cut those who wait for a key, and let those trickle
 * who send a byte now and then.
 */
final class ConnectionLimiter {

  private static final long LOOK_EVERY_MILLIS = 250;

  private final Vertx vertx;
  private final HttpLimits limits;

  /** Open on all loops of the door, this one among them. */
  private final AtomicInteger openInAll;

  private final Map<Channel, ConnectionGuard> open = new HashMap<>();

  /** Those that have asked for nothing yet, longest open first: the first to go. */
  private final Set<ConnectionGuard> strangers = new LinkedHashSet<>();

  /** Longest idle first. */
  private final Set<ConnectionGuard> idle = new LinkedHashSet<>();

  private final long timer;
  private boolean draining;

  /** {@code openInAll}: the loops of a door share their count. */
  ConnectionLimiter(Vertx vertx, HttpLimits limits, AtomicInteger openInAll) {
    this.vertx = vertx;
    this.limits = limits;
    this.openInAll = openInAll;
    long period = Math.min(LOOK_EVERY_MILLIS, Math.max(1, limits.times().headMillis() / 4));
    timer = vertx.setPeriodic(period, each -> endLate());
  }

  HttpLimits limits() {
    return limits;
  }

  void opened(HttpConnection http) {
    if (draining || !makeRoom()) {
      http.close();
      return;
    }
    ConnectionGuard connection = new ConnectionGuard(http, this);
    connection.expectsHead(limits.times().headMillis());
    Channel channel = connection.channel();
    open.put(channel, connection);
    strangers.add(connection);
    // Not the handler of the connection: it is not called once a WebSocket has taken its place.
    channel
        .closeFuture()
        .addListener(
            closed -> {
              leave(channel);
              strangers.remove(connection);
              idle.remove(connection);
              connection.closedNow();
            });
  }

  /** Of a request on a connection that was turned away, too. */
  ConnectionGuard of(HttpServerRequest request) {
    ConnectionGuard known = open.get(VertxInternals.channel(request.connection()));
    return known == null ? new ConnectionGuard(request.connection(), this) : known;
  }

  void busy(ConnectionGuard connection) {
    strangers.remove(connection);
    idle.remove(connection);
  }

  void idle(ConnectionGuard connection) {
    if (!connection.closed() && open.containsKey(connection.channel())) {
      if (draining) {
        connection.close();
      } else {
        idle.add(connection);
      }
    }
  }

  void drain() {
    draining = true;
    List.copyOf(open.values()).forEach(ConnectionGuard::drain);
  }

  void stop() {
    vertx.cancelTimer(timer);
  }

  /** Takes a place among all, or that of one here; false when each of those here is in use. */
  private boolean makeRoom() {
    int most = limits.connections();
    if (openInAll.getAndUpdate(all -> Math.min(all + 1, most)) < most) {
      return true;
    }
    Iterator<ConnectionGuard> longest = (strangers.isEmpty() ? idle : strangers).iterator();
    if (!longest.hasNext()) {
      return false;
    }
    ConnectionGuard leaves = longest.next();
    longest.remove();
    open.remove(leaves.channel());
    leaves.close();
    return true;
  }

  /** Whoever made room has handed its place on. */
  private void leave(Channel channel) {
    if (open.remove(channel) != null) {
      openInAll.decrementAndGet();
    }
  }

  private void endLate() {
    long now = System.nanoTime();
    List<ConnectionGuard> late = open.values().stream().filter(one -> one.late(now)).toList();
    late.forEach(ConnectionGuard::endLate);
  }
}
