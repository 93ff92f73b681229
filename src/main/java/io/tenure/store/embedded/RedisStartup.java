package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import io.tenure.store.embedded.RedisControl.Answer;
import io.tenure.store.embedded.RedisLauncher.Launched;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits, without blocking a thread, until a private Redis answers correctly. Owned by its context.
 */
final class RedisStartup {

  /**
   * The time from start to listening, with much to spare: a Redis that needs longer will never
   * listen.
   */
  private static final long LISTENING_MILLIS = 1_000;

  /** Longer than a healthy Redis is ever busy with itself, a fork of much memory included. */
  private static final long ANSWER_MILLIS = 5_000;

  /** A hundred million leases are read in less. */
  private static final long LOADED_MINUTES = 10;

  private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long PAUSE_MIN_MILLIS = 5;
  private static final long PAUSE_MAX_MILLIS = 100;
  private static final long KILL_MILLIS = 5_000;

  private final Vertx vertx;
  private final RedisFiles home;
  private final Consumer<String> log;
  private boolean givenUp;

  RedisStartup(Vertx vertx, RedisFiles home, Consumer<String> log) {
    this.vertx = vertx;
    this.home = home;
    this.log = log;
  }

  /**
   * The Redis of this home that an earlier server left behind. Null if there is none: then none of
   * its processes is alive any more, because the server has ended those that did not answer.
   */
  Future<@Nullable ProcessHandle> find(PrivateAddress address) {
    var found = Promise.<@Nullable ProcessHandle>promise();
    find(address, System.nanoTime(), found);
    return found.future();
  }

  private void find(
      PrivateAddress address, long sinceNanos, Promise<@Nullable ProcessHandle> found) {
    new RedisControl(vertx, address)
        .identify(ANSWER_MILLIS)
        .onComplete(
            asked ->
                living()
                    .onFailure(found::fail)
                    .onSuccess(living -> judge(address, asked, living, sinceNanos, found)));
  }

  private void judge(
      PrivateAddress address,
      AsyncResult<Answer> asked,
      List<ProcessHandle> living,
      long sinceNanos,
      Promise<@Nullable ProcessHandle> found) {
    boolean ours = asked.succeeded() && asked.result().directory().equals(home.directory());
    var seen = ours ? among(living, asked.result()) : null;
    if (seen != null) {
      found.complete(seen);
    } else if (ours && millisSince(sinceNanos) < ANSWER_MILLIS) {
      // It was started when the directory had another name, or in another container: two on one
      // file would destroy it.
      log.accept("ending a private Redis that was started elsewhere, and starting it here");
      new RedisControl(vertx, address)
          .shutDown(ANSWER_MILLIS)
          .onComplete(gone -> find(address, sinceNanos, found));
    } else if (ours) {
      found.fail(
          new StoreUnusableException(
              "another Redis works in "
                  + home.directory()
                  + " and does not end; end it, as process "
                  + asked.result().pid()
                  + " of wherever it runs"));
    } else if (!living.isEmpty()
        && !(asked.cause() instanceof TimeoutException)
        && millisSince(sinceNanos) < LISTENING_MILLIS) {
      vertx.setTimer(PAUSE_MAX_MILLIS, again -> find(address, sinceNanos, found));
    } else {
      killed(living).<@Nullable ProcessHandle>mapEmpty().onComplete(found);
    }
  }

  /** The caller gave up: nothing waits for it any longer. */
  void giveUp() {
    givenUp = true;
  }

  static StoreUnusableException toBeStopped() {
    return new StoreUnusableException("the private Redis is to be stopped");
  }

  /** Completes when the Redis answers, and has read its data. */
  Future<ProcessHandle> ready(PrivateAddress address, Launched launched) {
    var ready = Promise.<ProcessHandle>promise();
    long now = System.nanoTime();
    ready(address, launched, now, now, PAUSE_MIN_MILLIS, ready);
    return ready.future();
  }

  private void ready(
      PrivateAddress address,
      Launched launched,
      long sinceNanos,
      long toldNanos,
      long pauseMillis,
      Promise<ProcessHandle> ready) {
    var process = launched.process();
    new RedisControl(vertx, address)
        .identify(ANSWER_MILLIS)
        .onComplete(
            asked -> {
              boolean it = asked.succeeded() && asked.result().pid() == process.pid();
              if (it && !asked.result().loading()) {
                ready.complete(process);
              } else if (givenUp) {
                ready.fail(toBeStopped());
              } else if (!process.isAlive()) {
                fail("the private Redis ended as soon as it was started", launched, ready);
              } else if (millisSince(sinceNanos) > TimeUnit.MINUTES.toMillis(LOADED_MINUTES)) {
                killed()
                    .onComplete(gone -> fail("the private Redis does not answer", launched, ready));
              } else {
                boolean tell = System.nanoTime() - toldNanos > TELL_NANOS;
                if (tell) {
                  log.accept(
                      it
                          ? "the private Redis is still reading its data"
                          : "the private Redis does not answer yet");
                }
                long told = tell ? System.nanoTime() : toldNanos;
                long longer = Math.min(PAUSE_MAX_MILLIS, pauseMillis * 2);
                vertx.setTimer(
                    pauseMillis,
                    again -> ready(address, launched, sinceNanos, told, longer, ready));
              }
            });
  }

  private void fail(String what, Launched launched, Promise<ProcessHandle> ready) {
    vertx
        .<ProcessHandle>executeBlocking(
            () -> {
              throw RedisLogDiagnosis.about(what, home, launched.logBytesBefore());
            },
            false)
        .onComplete(ready);
  }

  /**
   * Ends by force every process that was started for this home, as a power failure would: the
   * acknowledged data is on the disk.
   */
  Future<Void> killed() {
    return living().compose(this::killed);
  }

  private Future<Void> killed(List<ProcessHandle> living) {
    if (living.isEmpty()) {
      return Future.succeededFuture();
    }
    var numbers = living.stream().map(ProcessHandle::pid).toList();
    log.accept("ending what is left of a private Redis that does not answer: process " + numbers);
    living.forEach(ProcessHandle::destroyForcibly);
    var context = vertx.getOrCreateContext();
    return Future.all(
            living.stream()
                .map(process -> ProcessExitDetector.of(process, vertx, context))
                .toList())
        .<Void>mapEmpty()
        .timeout(KILL_MILLIS, TimeUnit.MILLISECONDS)
        .recover(
            alive ->
                Future.failedFuture(
                    new StoreUnusableException(
                        "the Redis of "
                            + home.directory()
                            + " does not end, not even by kill -9; end process "
                            + numbers)));
  }

  private Future<List<ProcessHandle>> living() {
    return vertx.executeBlocking(() -> RedisProcesses.of(home), false);
  }

  private static @Nullable ProcessHandle among(List<ProcessHandle> living, Answer answer) {
    return living.stream()
        .filter(process -> process.pid() == answer.pid())
        .findFirst()
        .orElse(null);
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }
}
