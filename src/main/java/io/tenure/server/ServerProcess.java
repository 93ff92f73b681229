package io.tenure.server;

import io.tenure.cli.ExitCode;
import io.tenure.cli.SignalHandlers;
import io.tenure.server.config.ServerOptions;
import io.tenure.server.log.LineLoggers;
import io.tenure.server.log.LogWriter;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Runs a server from its start to its end, as the process of {@code serve}. */
final class ServerProcess {

  private static final List<String> ENDING = List.of("TERM", "INT", "HUP");

  /**
   * The hand-back takes milliseconds; a store that hangs gets this long, and the process waits no
   * longer.
   */
  private static final long STOP_MILLIS = 8_000;

  /** The wait for the last lines, in case no program reads them. */
  private static final long LAST_LINES_MILLIS = 500;

  private record Open(Vertx vertx, LeasingEngine engine, Doors doors) {}

  private final ServerOptions setup;
  private final PrintStream out;
  private final PrintStream err;
  private final IntConsumer leave;
  private final LogWriter lines;
  private final Logger log = LineLoggers.OF_PROCESS.getLogger("server");
  private final CompletionStage<Vertx> vertx;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final Promise<Void> ending = Promise.promise();
  private volatile Future<Open> start = Future.failedFuture("not begun");

  /**
   * Prepares the process.
   *
   * @param leave ends the process
   */
  ServerProcess(
      ServerOptions setup,
      CompletionStage<Vertx> vertx,
      PrintStream out,
      PrintStream err,
      IntConsumer leave) {
    this.setup = setup;
    this.out = out;
    this.err = err;
    this.leave = leave;
    lines = new LogWriter(err, setup.log().format());
    LineLoggers.OF_PROCESS.writeTo(lines, setup.log().level());
    this.vertx = setup.loops() == 0 ? vertx : vertx.thenCompose(this::withLoops);
  }

  /** A loop for each core, and no more: nothing here ever waits on one. */
  static Vertx vertx() {
    return vertx(Runtime.getRuntime().availableProcessors());
  }

  private static Vertx vertx(int loops) {
    return Vertx.vertx(
        new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops));
  }

  /** The early instance, made before the number of loops was known, was there only to be loaded. */
  private CompletionStage<Vertx> withLoops(Vertx early) {
    return early.close().toCompletionStage().thenApply(closed -> vertx(setup.loops()));
  }

  /** Completes with the port when all protocols listen. */
  Future<Integer> begin() {
    ENDING.forEach(this::endsOn);
    start = Future.fromCompletionStage(vertx).compose(this::start);
    return start.onSuccess(this::greet).onFailure(this::fail).map(open -> open.doors().port());
  }

  private void endsOn(String signal) {
    if (!SignalHandlers.on(signal, this::end)) {
      log.warn(
          "this Java passes on no SIG{}: that signal ends the server without an orderly stop",
          signal);
    }
  }

  /** Stops in good order at the first call, and at once at the second. */
  void end() {
    if (!stopping.compareAndSet(false, true)) {
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    long begun = System.nanoTime();
    log.info("stops: no new work, waits end, shards are handed back");
    later(STOP_MILLIS).execute(this::giveUp);
    ending.tryComplete();
    start
        .transform(open -> open.succeeded() ? close(open.result()) : Future.succeededFuture())
        .onComplete(
            stopped -> {
              long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
              if (stopped.succeeded()) {
                log.atInfo().addKeyValue("tookMs", millis).log("stopped");
              } else {
                log.warn("stopped: {}", stopped.cause().getMessage());
              }
              closeVertx(() -> leave(ExitCode.OK));
            });
  }

  private static Future<Void> close(Open open) {
    return open.doors().close().eventually(open.engine()::stop);
  }

  private Future<Open> start(Vertx on) {
    return LeasingEngine.open(on, setup.config(), ending.future(), LineLoggers.OF_PROCESS)
        .compose(engine -> open(on, engine));
  }

  private Future<Open> open(Vertx on, LeasingEngine engine) {
    return engine
        .reach()
        .compose(reached -> Doors.open(on, engine, setup, LineLoggers.OF_PROCESS))
        .map(doors -> new Open(on, engine, doors))
        .recover(failure -> engine.stop().transform(stopped -> Future.failedFuture(failure)));
  }

  private void greet(Open open) {
    int port = open.doors().port();
    log.atInfo()
        .addKeyValue("version", Version.TEXT)
        .addKeyValue("host", setup.doors().host())
        .addKeyValue("port", port)
        .addKeyValue("store", setup.config().store().address())
        .addKeyValue("data", setup.config().store().data().toAbsolutePath())
        .addKeyValue("shards", setup.config().shards())
        .addKeyValue("transport", open.vertx().isNativeTransportEnabled() ? "native" : "nio")
        .log("listens");
    for (String reached : setup.doors().hostsBeyondLoopback()) {
      log.warn(
          "the server checks no credentials: every client that reaches {} may break leases;"
              + " open it to a trusted network only",
          reached);
    }
    open.engine().settled().onSuccess(serving -> greet(port, serving));
  }

  private void greet(int port, boolean serving) {
    out.print(StartupMessage.text(setup, port, serving));
    out.flush();
  }

  private void fail(Throwable failure) {
    if (stopping.compareAndSet(false, true)) {
      int code = FailureExitCode.exitCode(failure);
      String line = code == ExitCode.BUG ? failure.toString() : failure.getMessage();
      closeVertx(() -> leave(code, "tenure: " + line));
    }
  }

  private void closeVertx(Runnable then) {
    vertx
        .thenCompose(closing -> closing.close().toCompletionStage())
        .whenComplete((closed, failure) -> then.run());
  }

  private void giveUp() {
    log.error("not all shards were handed back in time: the server ends anyway");
    leave(ExitCode.BUG);
  }

  private void leave(int code) {
    leave(code, null);
  }

  private void leave(int code, @Nullable String last) {
    lines
        .close()
        .completeOnTimeout(null, LAST_LINES_MILLIS, TimeUnit.MILLISECONDS)
        .thenRun(
            () -> {
              if (last != null) {
                err.println(last);
              }
              leave.accept(code);
            });
  }

  private static Executor later(long millis) {
    return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
  }
}
