package io.tenure.store.redis;

import io.tenure.store.StoreUnavailableException;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one event loop, opened again whenever it breaks. Many calls are under way on it
 * at once; while there is none, calls fail at once. Owned by that event loop.
 */
final class ReconnectingConnection implements OrderedConnection {

  /** Calls under way: some for each of as many shards as one loop may own. */
  static final int WAITING_MAX = 4_096;

  /** A load or a wipe of many shards at once occupies Redis for longer than one append. */
  static final int BULK_FACTOR = 10;

  /** Enough that Redis never idles in a load, few enough for memory and other calls. */
  private static final int PAGES_MAX = 4;

  /** A cluster needs one connection for each of its nodes. */
  private static final int CONNECTIONS_MAX = 64;

  /** Always as short: a Redis that is back must be found while an ownership period still runs. */
  private static final long PAUSE_MILLIS = 100;

  private final Context context;
  private final RedisAddress address;
  private final long callMillis;
  private final int replicas;
  private final ReplicatedCalls replicated;

  /**
   * A fresh one for each attempt: closing it closes the socket, which the connection's does not.
   */
  private @Nullable Redis client;

  private @Nullable RedisConnection connection;

  /** Calls wait for the first attempt, because there is no trouble to report yet. */
  private @Nullable Promise<RedisConnection> first;

  /** Pages of loads that wait for their turn: each shard asks for a few ahead, no more. */
  private final ArrayDeque<Runnable> pages = new ArrayDeque<>();

  private int pagesUnderWay;
  private StoreUnavailableException trouble;
  private int waiting;
  private boolean closed;

  /** {@code replicas}: how many must have a batch before it is durable. */
  ReconnectingConnection(Context context, RedisAddress address, long callMillis, int replicas) {
    this.context = context;
    this.address = address;
    this.callMillis = callMillis;
    this.replicas = replicas;
    first = VertxInternals.promise(context);
    replicated = new ReplicatedCalls(context, address, replicas, new CurrentConnection());
    trouble = new StoreUnavailableException("not connected to Redis at " + address + " yet");
    context.runOnContext(started -> open());
  }

  void execute(Runnable task) {
    if (VertxInternals.loop(context).inEventLoop()) {
      task.run();
    } else {
      context.runOnContext(turn -> task.run());
    }
  }

  @Override
  public Future<@Nullable Response> tell(Request request) {
    return send(opened -> opened.send(request).recover(ReconnectingConnection::untold), callMillis);
  }

  @Override
  public Future<Response> askInBulk(Request request) {
    Promise<Response> answer = Promise.promise();
    pages.add(
        () -> send(opened -> opened.send(request), callMillis * BULK_FACTOR).onComplete(answer));
    Future<Response> asked = answer.future().onComplete(done -> pageDone());
    nextPage();
    return asked;
  }

  private void nextPage() {
    while (pagesUnderWay < PAGES_MAX && !pages.isEmpty()) {
      pagesUnderWay++;
      pages.remove().run();
    }
  }

  private void pageDone() {
    pagesUnderWay--;
    context.runOnContext(turn -> nextPage());
  }

  @Override
  public Future<Response> run(ScriptRun call) {
    return run(call, callMillis);
  }

  @Override
  public Future<Response> runInBulk(ScriptRun call) {
    return run(call, callMillis * BULK_FACTOR);
  }

  private Future<Response> run(ScriptRun call, long millis) {
    return known(
        send(opened -> opened.send(call.request(false)), millis),
        () -> send(opened -> opened.send(call.request(true)), millis));
  }

  @Override
  public Future<Response> runDurably(ScriptRun call) {
    return runDurably(call, callMillis);
  }

  @Override
  public Future<Response> runInTime(ScriptRun call, long millis) {
    return runDurably(call, millis == 0 ? callMillis : Math.min(millis, callMillis));
  }

  private Future<Response> runDurably(ScriptRun call, long millis) {
    if (replicas == 0) {
      return run(call, millis);
    }
    return bounded(() -> replicated.run(call, millis));
  }

  void close() {
    closed = true;
    connection = null;
    trouble = new StoreUnavailableException("the store is closed");
    failFirst();
    closeClient();
  }

  private static Future<@Nullable Response> untold(Throwable cause) {
    boolean unauthenticated = String.valueOf(cause.getMessage()).contains("NOAUTH");
    return RedisFailureDiagnosis.answered(cause) && !unauthenticated
        ? Future.succeededFuture()
        : Future.failedFuture(cause);
  }

  private interface Again {
    Future<Response> send();
  }

  /** Redis forgets scripts when it restarts: then the text is sent. */
  private static Future<Response> known(Future<Response> sent, Again withText) {
    return sent.recover(
        cause ->
            String.valueOf(cause.getMessage()).contains("NOSCRIPT")
                ? withText.send()
                : Future.failedFuture(cause));
  }

  private Future<Response> send(Function<RedisConnection, Future<Response>> how, long millis) {
    return bounded(
        () -> {
          RedisConnection opened = connection;
          Future<Response> answer = opened == null ? opened().compose(how) : how.apply(opened);
          return answer
              .timeout(millis, TimeUnit.MILLISECONDS)
              .recover(
                  cause -> {
                    judge(opened == null ? connection : opened, cause);
                    return Future.failedFuture(RedisFailureDiagnosis.of(cause, address.toString()));
                  });
        });
  }

  private Future<Response> bounded(Supplier<Future<Response>> call) {
    if (waiting >= WAITING_MAX) {
      return Future.failedFuture(
          new StoreUnavailableException(
              WAITING_MAX + " calls wait for Redis at " + address + ": it is too slow"));
    }
    waiting++;
    return call.get().onComplete(done -> waiting--);
  }

  private Future<RedisConnection> opened() {
    if (connection != null) {
      return Future.succeededFuture(connection);
    }
    return first == null ? Future.failedFuture(trouble) : first.future();
  }

  /** After a silence it is unknown what a connection will still say: it is closed. */
  private void judge(@Nullable RedisConnection on, Throwable cause) {
    boolean demoted =
        address.failsOver() && String.valueOf(cause.getMessage()).contains("READONLY");
    boolean sound =
        RedisFailureDiagnosis.answered(cause) || cause instanceof StoreUnavailableException;
    if (on != null && on == connection && (!sound || demoted)) {
      broken(RedisFailureDiagnosis.of(cause, address.toString()));
    }
  }

  private void open() {
    if (closed) {
      return;
    }
    Redis opening =
        Redis.createClient(context.owner(), address.options(WAITING_MAX * 2, CONNECTIONS_MAX));
    client = opening;
    opening
        .connect()
        .timeout(callMillis, TimeUnit.MILLISECONDS)
        .onComplete(
            opened -> {
              if (client != opening) {
                opening.close();
              } else if (opened.failed()) {
                broken(RedisFailureDiagnosis.of(opened.cause(), address.toString()));
              } else {
                opened(opened.result());
              }
            });
  }

  private void opened(RedisConnection opened) {
    connection = opened;
    opened.exceptionHandler(cause -> judge(opened, cause));
    opened.endHandler(end -> judge(opened, new IllegalStateException("Redis closed it")));
    Promise<RedisConnection> waited = first;
    first = null;
    if (waited != null) {
      waited.complete(opened);
    }
  }

  private void broken(StoreUnavailableException why) {
    connection = null;
    trouble = why;
    closeClient();
    failFirst();
    if (!closed) {
      context.owner().setTimer(PAUSE_MILLIS, again -> context.runOnContext(turn -> open()));
    }
  }

  private void failFirst() {
    Promise<RedisConnection> waited = first;
    first = null;
    if (waited != null) {
      waited.fail(trouble);
    }
  }

  private void closeClient() {
    Redis old = client;
    client = null;
    if (old != null) {
      old.close();
    }
  }

  private final class CurrentConnection implements ReplicatedCalls.Line {

    @Override
    public Future<RedisConnection> opened() {
      return ReconnectingConnection.this.opened();
    }

    @Override
    public void judge(RedisConnection on, Throwable cause) {
      ReconnectingConnection.this.judge(on, cause);
    }
  }
}
