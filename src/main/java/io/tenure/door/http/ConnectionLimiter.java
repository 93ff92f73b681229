package io.tenure.door.http;

import io.netty.channel.Channel;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of connections on one loop, and ends the connections of clients that are late.
 * One timer checks all connections. The idle timeout of Vert.x would cut clients that wait for a
 * key, and would let clients go on that send a byte now and then.
 */
final class ConnectionLimiter {

  private static final long LOOK_EVERY_MILLIS = 250;

  /**
   * The number of connections among which a connection looks for one of its address that gives way.
   * A flood must not make the loop search.
   */
  private static final int LOOKS_AT = 16;

  private final Vertx vertx;
  private final HttpLimits limits;

  /** The connections on all loops, this loop included. */
  private final ConnectionCount count;

  private final Map<Channel, ConnectionGuard> open = new HashMap<>();

  /** The connections without a request so far, the oldest first; these are closed first. */
  private final Set<ConnectionGuard> strangers = new LinkedHashSet<>();

  /** The idle connections, the longest idle first. */
  private final Set<ConnectionGuard> idle = new LinkedHashSet<>();

  private final long timer;
  private boolean draining;

  /** {@code count} is shared by all loops. */
  ConnectionLimiter(Vertx vertx, HttpLimits limits, ConnectionCount count) {
    this.vertx = vertx;
    this.limits = limits;
    this.count = count;
    long period = Math.min(LOOK_EVERY_MILLIS, Math.max(1, limits.times().headMillis() / 4));
    timer = vertx.setPeriodic(period, each -> endLate());
  }

  HttpLimits limits() {
    return limits;
  }

  void opened(HttpConnection http) {
    ConnectionGuard connection = new ConnectionGuard(http, this);
    if (draining || !makeRoom(connection.address())) {
      http.close();
      return;
    }
    connection.expectsHead(limits.times().headMillis());
    Channel channel = connection.channel();
    open.put(channel, connection);
    strangers.add(connection);
    // The handler of the connection is not called after a WebSocket has taken over.
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

  /** Returns the guard of a connection, also for a request on a connection that was refused. */
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

  /**
   * Counts one more connection of the address, or closes one of this loop in exchange. Returns
   * false when no connection of this loop gives way.
   */
  private boolean makeRoom(String address) {
    ConnectionCount.Room room = count.enter(address);
    if (room == ConnectionCount.Room.TAKEN) {
      return true;
    }
    ConnectionGuard leaves = givesWay(room, address);
    if (leaves == null || !count.exchange(leaves.address(), address)) {
      count.refuse(address, room);
      return false;
    }
    busy(leaves);
    open.remove(leaves.channel());
    leaves.close();
    return true;
  }

  /** Returns a connection without a request. At the limit of an address, it has that address. */
  private @Nullable ConnectionGuard givesWay(ConnectionCount.Room room, String address) {
    return Stream.concat(strangers.stream().limit(LOOKS_AT), idle.stream().limit(LOOKS_AT))
        .filter(each -> room == ConnectionCount.Room.FULL || each.address().equals(address))
        .findFirst()
        .orElse(null);
  }

  /** Counts one connection less, unless a newer connection took over its share of the count. */
  private void leave(Channel channel) {
    ConnectionGuard left = open.remove(channel);
    if (left != null) {
      count.leave(left.address());
    }
  }

  private void endLate() {
    long now = System.nanoTime();
    List<ConnectionGuard> late = open.values().stream().filter(one -> one.late(now)).toList();
    late.forEach(ConnectionGuard::endLate);
  }
}
