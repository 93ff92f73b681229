package io.tenure.store.redis;

import io.netty.channel.EventLoop;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The connections of a server to Redis: each event loop has one of its own for each lane. */
final class RedisConnections implements ConnectionSource {

  private record LineKey(EventLoop loop, int lane) {}

  private final Vertx vertx;
  private final RedisOptions options;
  private final Map<LineKey, ReconnectingConnection> lines = new ConcurrentHashMap<>();

  RedisConnections(Vertx vertx, RedisOptions options) {
    this.vertx = vertx;
    this.options = options;
  }

  @Override
  public <T> Future<T> on(int lane, Function<OrderedConnection, Future<T>> work) {
    Context asker = asker();
    ReconnectingConnection line =
        lines.computeIfAbsent(new LineKey(VertxInternals.loop(asker), lane), this::open);
    Promise<T> promise = VertxInternals.promise(asker);
    line.execute(() -> work.apply(line).onComplete(promise));
    return promise.future();
  }

  @Override
  public <T> Promise<T> promise() {
    return VertxInternals.promise(asker());
  }

  @Override
  public Future<Void> pause(long millis) {
    Promise<Void> over = promise();
    vertx.setTimer(millis, due -> over.complete());
    return over.future();
  }

  @Override
  public Future<Void> close() {
    List<Future<Void>> closing = new ArrayList<>();
    for (ReconnectingConnection line : lines.values()) {
      Promise<Void> closed = promise();
      closing.add(closed.future());
      line.execute(
          () -> {
            line.close();
            closed.complete();
          });
    }
    return Future.all(closing).mapEmpty();
  }

  private Context asker() {
    return vertx.getOrCreateContext();
  }

  private ReconnectingConnection open(LineKey key) {
    Context context = VertxInternals.context(vertx, key.loop());
    return new ReconnectingConnection(
        context,
        options.address(),
        options.callMillis(),
        key.lane() == COMMON ? 0 : options.replicas());
  }
}
