package io.tenure.store;

import io.netty.channel.EventLoop;
import io.tenure.netty.Netty;
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
final class Connections implements Lines {

  private record LineKey(EventLoop loop, int lane) {}

  private final Vertx vertx;
  private final RedisStore.Options options;
  private final Map<LineKey, RedisLine> lines = new ConcurrentHashMap<>();

  Connections(Vertx vertx, RedisStore.Options options) {
    this.vertx = vertx;
    this.options = options;
  }

  @Override
  public <T> Future<T> on(int lane, Function<Line, Future<T>> work) {
    Context asker = asker();
    RedisLine line = lines.computeIfAbsent(new LineKey(Netty.loop(asker), lane), this::open);
    Promise<T> promise = Netty.promise(asker);
    line.execute(() -> work.apply(line).onComplete(promise));
    return promise.future();
  }

  @Override
  public <T> Promise<T> promise() {
    return Netty.promise(asker());
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
    for (RedisLine line : lines.values()) {
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

  private RedisLine open(LineKey key) {
    Context context = Netty.context(vertx, key.loop());
    return new RedisLine(
        context,
        options.address(),
        options.callMillis(),
        key.lane() == COMMON ? 0 : options.replicas());
  }
}
