package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import io.tenure.store.embedded.RedisLauncher.Launched;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Redis of the server's own: a process that keeps its data in the data directory and is there for
 * this server only. It outlives a server that crashes, and the next one finds it again. While the
 * server lives it is started again whenever it dies. Owned by the context that started it, which is
 * also where it is reported on.
 */
public final class PrivateRedis {

  /** Receives the changes of its state. */
  public interface Events {

    /** A line for the server's log. */
    void log(String line);

    /** The Redis died, and is being started again. */
    default void away() {}

    /** The Redis answers again, with its data. */
    default void back() {}
  }

  /** A Redis obeys within milliseconds unless it is stuck. */
  private static final long SHUT_DOWN_MILLIS = 5_000;

  private static final long BACK_OFF_FIRST_MILLIS = 100;
  private static final long BACK_OFF_MAX_MILLIS = 5_000;
  private static final int DOUBLINGS_MAX = 10;

  /** A Redis that dies younger has not recovered. */
  private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long LOG_LOOK_MILLIS = 60_000;

  private final Vertx vertx;
  private final Context context;
  private final RedisFiles home;
  private final RedisLauncher launch;
  private final RedisStartup arrival;
  private final Events events;
  private PrivateAddress address;
  private @Nullable ProcessHandle process;

  /** The start that is under way, or the last one. */
  private Future<Void> start = Future.succeededFuture();

  private @Nullable Future<Void> stop;
  private long upSinceNanos;
  private int failures;
  private String lastFailure = "";
  private long timer = -1;
  private long logLook = -1;

  private PrivateRedis(
      Vertx vertx, Context context, RedisFiles home, String searchPath, Events events)
      throws IOException {
    this.vertx = vertx;
    this.context = context;
    this.home = home;
    this.launch =
        new RedisLauncher(home, searchPath, line -> context.runOnContext(on -> events.log(line)));
    this.arrival = new RedisStartup(vertx, home, events::log);
    this.events = events;
    this.address = PrivateAddress.in(home);
  }

  /**
   * Completes when the Redis is found again or started, and has read its data. For very much data
   * that takes long: when {@code ending} completes before, the Redis is stopped again, and this
   * fails.
   */
  public static Future<PrivateRedis> start(
      Vertx vertx, DataDirectory directory, Future<Void> ending, Events events) {
    var searchPath = System.getenv("PATH");
    return start(vertx, directory, searchPath == null ? "" : searchPath, ending, events);
  }

  static Future<PrivateRedis> start(
      Vertx vertx, DataDirectory directory, String searchPath, Future<Void> ending, Events events) {
    var context = vertx.getOrCreateContext();
    return context
        .executeBlocking(
            () -> {
              try {
                var home = new RedisFiles(directory.inside("redis"));
                home.restrict();
                return new PrivateRedis(vertx, context, home, searchPath, events);
              } catch (IOException trouble) {
                throw StoreUnusableException.of(directory.path(), trouble);
              }
            },
            false)
        .compose(redis -> redis.begin(ending).map(redis));
  }

  /** The address for a Redis client. May hold a password: not to be shown. */
  public String address() {
    return address.uri();
  }

  /**
   * Ends the Redis in good order, or by force. Completes when none of its processes runs any more.
   */
  public Future<Void> stop() {
    var asker = vertx.getOrCreateContext();
    var answer = Promise.<Void>promise();
    context.runOnContext(
        on -> {
          if (stop == null) {
            vertx.cancelTimer(timer);
            vertx.cancelTimer(logLook);
            arrival.giveUp();
            stop = start.otherwiseEmpty().compose(started -> end());
          }
          stop.onComplete(ended -> asker.runOnContext(back -> answer.handle(ended)));
        });
    return answer.future();
  }

  private Future<Void> begin(Future<Void> ending) {
    var begun = begin();
    ending.onSuccess(
        asked -> {
          if (!begun.isComplete()) {
            stop();
          }
        });
    return begun.transform(
        done ->
            stop == null
                ? begun
                : stop.transform(ended -> Future.failedFuture(RedisStartup.toBeStopped())));
  }

  private Future<Void> begin() {
    start =
        arrival
            .find(address)
            .compose(
                found -> {
                  if (found != null) {
                    events.log("the private Redis is found again as process " + found.pid());
                    process = found;
                    return arrival.ready(address, new Launched(found, 0));
                  }
                  return launched(true);
                })
            .map(this::watch);
    logLook = vertx.setPeriodic(LOG_LOOK_MILLIS, look -> context.executeBlocking(this::boundLog));
    return start.onFailure(never -> vertx.cancelTimer(logLook));
  }

  private Future<ProcessHandle> launched(boolean mayMove) {
    return context
        .executeBlocking(
            () -> {
              if (mayMove) {
                address = address.stillFree(home);
              }
              return launch.start(address);
            },
            false)
        .compose(
            launched -> {
              process = launched.process();
              return arrival.ready(address, launched);
            });
  }

  private @Nullable Void watch(ProcessHandle ready) {
    upSinceNanos = System.nanoTime();
    ProcessExitDetector.of(ready, vertx, context).onSuccess(ended -> died(ready));
    return null;
  }

  private void died(ProcessHandle dead) {
    if (stop != null) {
      return;
    }
    if (System.nanoTime() - upSinceNanos >= SETTLED_NANOS) {
      failures = 0;
    }
    events.log("the private Redis (process " + dead.pid() + ") died: it is started again");
    events.away();
    startAgainLater();
  }

  private void startAgainLater() {
    long millis = backOffMillis();
    failures++;
    if (millis == 0) {
      startAgain();
    } else {
      timer = vertx.setTimer(millis, late -> startAgain());
    }
  }

  private long backOffMillis() {
    return failures == 0
        ? 0
        : Math.min(
            BACK_OFF_MAX_MILLIS, BACK_OFF_FIRST_MILLIS << Math.min(failures - 1, DOUBLINGS_MAX));
  }

  private void startAgain() {
    start = launched(false).map(this::watch);
    start.onComplete(
        started -> {
          if (stop != null) {
            return;
          }
          if (started.succeeded()) {
            lastFailure = "";
            events.log("the private Redis is back");
            events.back();
          } else {
            logOnce(String.valueOf(started.cause().getMessage()));
            startAgainLater();
          }
        });
  }

  /** Logs a failure that repeats in the same way only once. */
  private void logOnce(String failure) {
    var same = failure.replaceAll("\\d", "");
    if (!same.equals(lastFailure)) {
      lastFailure = same;
      events.log(failure + " (tried again until it starts)");
    }
  }

  private Future<Void> end() {
    var running = process;
    if (running == null || !running.isAlive()) {
      return cleaned();
    }
    running.destroy();
    return ProcessExitDetector.of(running, vertx, context)
        .timeout(SHUT_DOWN_MILLIS, TimeUnit.MILLISECONDS)
        .recover(
            stuck -> {
              events.log("the private Redis does not shut down: it is ended by force");
              return arrival.killed();
            })
        .compose(gone -> cleaned());
  }

  private Future<Void> cleaned() {
    return context.executeBlocking(
        () -> {
          home.clean();
          return null;
        },
        false);
  }

  private @Nullable Void boundLog() throws IOException {
    home.boundLog();
    return null;
  }
}
