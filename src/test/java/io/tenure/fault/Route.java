package io.tenure.fault;

import io.tenure.api.Request;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One client's route to the server that answers. It changes to the next server when the present one
 * does not own the shard, is gone or is silent. It keeps the old connection, so that it receives
 * what a frozen server sends when it wakes. Owned by the loop of the load.
 */
final class Route {

  /** After this time the holder tries another server; a waiter gets an answer within it, too. */
  static final long PATIENCE_MILLIS = 1_000;

  /** The percentage of requests that try the other server first: zombies must be asked, too. */
  private static final int STRAY_PERCENT = 5;

  private final Vertx vertx;
  private final List<Connection> connections;
  private final SplittableRandom chance;
  private final LongSupplier clock;
  private int present;

  Route(
      Vertx vertx,
      NetClient client,
      List<Integer> ports,
      LongSupplier clock,
      SplittableRandom chance) {
    this.vertx = vertx;
    this.clock = clock;
    this.chance = chance;
    connections = ports.stream().map(port -> new Connection(client, port, clock)).toList();
    connections.forEach(Connection::connect);
  }

  /**
   * Completes with the answer, or with {@link Told.Lost} when patience or the connection ends
   * first. {@code record} receives the true result once, unless nothing was sent.
   */
  Future<Heard> ask(Request request, long waitMillis, Consumer<Heard> record) {
    int chosen = choose();
    long sentNanos = clock.getAsLong();
    Promise<Heard> promise = Promise.promise();
    long timer =
        vertx.setTimer(
            PATIENCE_MILLIS + waitMillis,
            silent -> {
              leave(chosen);
              long nowNanos = clock.getAsLong();
              promise.tryComplete(new Heard("silent", sentNanos, nowNanos, new Told.Lost()));
            });
    connections
        .get(chosen)
        .ask(
            AskedLine.spell(request),
            heard -> {
              vertx.cancelTimer(timer);
              if (!heard.sent() || heard.told() instanceof Told.Elsewhere) {
                leave(chosen);
              }
              if (heard.sent()) {
                record.accept(heard);
              }
              promise.tryComplete(heard);
            });
    return promise.future();
  }

  void close() {
    connections.forEach(Connection::close);
  }

  private int choose() {
    int other = (present + 1) % connections.size();
    boolean stray = chance.nextInt(100) < STRAY_PERCENT && connections.get(other).open();
    return stray ? other : present;
  }

  private void leave(int left) {
    connections.get(left).connect();
    if (left == present) {
      present = (present + 1) % connections.size();
      connections.get(present).connect();
    }
  }
}
