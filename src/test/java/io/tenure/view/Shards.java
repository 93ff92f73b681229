package io.tenure.view;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.Operation;
import io.tenure.api.OperationLabel;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.Caller;
import io.tenure.door.Gateway;
import io.tenure.door.GatewayOptions;
import io.tenure.shard.ShardListener;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.ShardSettings;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.loop.Clock;
import io.tenure.store.LeaseStore;
import io.tenure.store.memory.MemoryStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Shards in memory without protocols, and one context on which a test views them. */
final class Shards implements AutoCloseable {

  static final int COUNT = 8;

  private static final long PATIENCE_SECONDS = 30;
  static final long TTL_MILLIS = 600_000;

  final Vertx vertx = Vertx.vertx();
  final ShardRouter router;
  final Gateway gateway;
  final AdmittedOperation admitted;
  private final Context context = vertx.getOrCreateContext();

  Shards() {
    router =
        get(
            ShardRouter.deploy(
                vertx,
                COUNT,
                new ShardSettings(Limits.DEFAULT, "test", LeaseStore.FOR_EVER, false, 5_000),
                new MemoryStore(System::nanoTime),
                Clock.SYSTEM,
                ShardListener.NONE));
    gateway = new Gateway(router, GatewayOptions.DEFAULT);
    admitted = gateway.admit(Caller.PAGES, Operation.DASHBOARD, "");
    await("all are served", () -> router.serving() == COUNT);
  }

  /** Runs the work on the viewing context. */
  <T> T on(Callable<T> work) {
    return get(
        Future.future(
            done ->
                context.runOnContext(
                    go -> {
                      try {
                        done.complete(work.call());
                      } catch (Exception failed) {
                        done.fail(failed);
                      }
                    })));
  }

  void run(Runnable work) {
    on(
        () -> {
          work.run();
          return true;
        });
  }

  List<LeaseId> acquire(String prefix, int count) {
    return acquire(prefix, count, Mode.EXCLUSIVE);
  }

  List<LeaseId> acquire(String prefix, int count, Mode mode) {
    List<Future<CallResult>> asked = new ArrayList<>();
    run(
        () -> {
          for (int at = 0; at < count; at++) {
            Key key = Key.of(prefix + at);
            Request request = AcquireBuilder.of(key, "ann").mode(mode).ttl(TTL_MILLIS).build();
            asked.add(router.ask(router.shardOf(key), request).answer());
          }
        });
    return get(Future.all(asked).map(all -> all.<CallResult>list())).stream()
        .map(answer -> ((Reply.Granted) ((CallResult.Said) answer).reply()).lease())
        .toList();
  }

  Reply.Granted acquire(AcquireBuilder wanted) {
    Request.Acquire request = wanted.ttl(TTL_MILLIS).build();
    return (Reply.Granted) reply(router.shardOf(request.key()), request);
  }

  /** Acquires leases under a session of {@code holder}. */
  void keep(String holder, String prefix, int count) {
    LeaseId session =
        ((Reply.SessionOpened) reply(0, new Request.OpenSession(holder, TTL_MILLIS, null)))
            .session();
    for (int at = 0; at < count; at++) {
      Key key = Key.of(prefix + at);
      Request request = AcquireBuilder.of(key, holder).under(session).build();
      if (!(reply(router.shardOf(key), request) instanceof Reply.Granted)) {
        throw new AssertionError(key + " was not granted");
      }
    }
  }

  private Reply reply(int shard, Request request) {
    return ((CallResult.Said) get(on(() -> router.ask(shard, request).answer()))).reply();
  }

  void release(List<LeaseId> held) {
    List<Future<CallResult>> asked = new ArrayList<>();
    run(
        () ->
            held.forEach(
                lease ->
                    asked.add(
                        router.ask(router.shardOf(lease), new Request.Release(lease)).answer())));
    get(Future.all(asked));
  }

  /** The number of answered queries from viewers. */
  long looks() {
    return router.meters().calls().stream()
        .mapToLong(calls -> calls.count(OperationLabel.LOOK, Outcome.DONE))
        .sum();
  }

  static void await(String what, BooleanSupplier comesTrue) {
    long begun = System.nanoTime();
    while (!comesTrue.getAsBoolean()) {
      if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        throw new AssertionError("never: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  static <T> T get(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  @Override
  public void close() {
    get(vertx.close());
  }
}
