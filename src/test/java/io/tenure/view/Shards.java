package io.tenure.view;

import io.tenure.core.Handle;
import io.tenure.core.Key;
import io.tenure.core.Limits;
import io.tenure.core.Mode;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.shard.Answer;
import io.tenure.shard.CallKind;
import io.tenure.shard.Clock;
import io.tenure.shard.Leases;
import io.tenure.shard.Probe;
import io.tenure.shard.Rules;
import io.tenure.shard.Verdict;
import io.tenure.store.LeaseStore;
import io.tenure.store.MemoryStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Shards in memory without doors, and one context on which a test looks at them. */
final class Shards implements AutoCloseable {

  static final int COUNT = 8;

  private static final long PATIENCE_SECONDS = 30;
  static final long TTL_MILLIS = 600_000;

  final Vertx vertx = Vertx.vertx();
  final Leases leases;
  private final Context context = vertx.getOrCreateContext();

  Shards() {
    leases =
        get(
            Leases.deploy(
                vertx,
                COUNT,
                new Rules(Limits.STANDARD, "test", LeaseStore.FOR_EVER, false, 5_000),
                new MemoryStore(System::nanoTime),
                Clock.SYSTEM,
                Probe.NONE));
    await("all are served", () -> leases.serving() == COUNT);
  }

  /** Done on the context that looks. */
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

  List<Handle> acquire(String prefix, int count) {
    return acquire(prefix, count, Mode.EXCLUSIVE);
  }

  List<Handle> acquire(String prefix, int count, Mode mode) {
    List<Future<Answer>> asked = new ArrayList<>();
    run(
        () -> {
          for (int at = 0; at < count; at++) {
            Key key = Key.of(prefix + at);
            Request request = Request.Acquire.of(key, "ann").mode(mode).ttl(TTL_MILLIS).build();
            asked.add(leases.ask(leases.shardOf(key), request).answer());
          }
        });
    return get(Future.all(asked).map(all -> all.<Answer>list())).stream()
        .map(answer -> ((Reply.Granted) ((Answer.Said) answer).reply()).lease())
        .toList();
  }

  Reply.Granted acquire(Request.Acquire.Builder wanted) {
    Request.Acquire request = wanted.ttl(TTL_MILLIS).build();
    return (Reply.Granted) reply(leases.shardOf(request.key()), request);
  }

  /** Leases under a session of {@code holder}. */
  void keep(String holder, String prefix, int count) {
    Handle session =
        ((Reply.SessionOpened) reply(0, new Request.OpenSession(holder, TTL_MILLIS, null)))
            .session();
    for (int at = 0; at < count; at++) {
      Key key = Key.of(prefix + at);
      Request request = Request.Acquire.of(key, holder).under(session).build();
      if (!(reply(leases.shardOf(key), request) instanceof Reply.Granted)) {
        throw new AssertionError(key + " was not granted");
      }
    }
  }

  private Reply reply(int shard, Request request) {
    return ((Answer.Said) get(on(() -> leases.ask(shard, request).answer()))).reply();
  }

  void release(List<Handle> held) {
    List<Future<Answer>> asked = new ArrayList<>();
    run(
        () ->
            held.forEach(
                lease ->
                    asked.add(
                        leases.ask(leases.shardOf(lease), new Request.Release(lease)).answer())));
    get(Future.all(asked));
  }

  /** Questions that were answered to whoever looks. */
  long looks() {
    return leases.meters().calls().stream()
        .mapToLong(calls -> calls.count(CallKind.LOOK, Verdict.DONE))
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
