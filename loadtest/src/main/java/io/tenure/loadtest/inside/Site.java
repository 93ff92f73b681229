package io.tenure.loadtest.inside;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.server.LeasingEngine;
import io.tenure.server.config.LeasingOptions;
import io.tenure.shard.call.CallResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server to be measured, with a Redis of its own in a directory of its own. */
final class Site implements AutoCloseable {

  private static final long WAIT_SECONDS = 120;
  static final int LOOPS = 2;

  final Path data;
  private final int loops;
  private @Nullable Vertx vertx;
  private @Nullable LeasingEngine server;
  private volatile CompletableFuture<Void> served = new CompletableFuture<>();

  Site() {
    this(LOOPS);
  }

  Site(int loops) {
    this.loops = loops;
    try {
      data = Files.createTempDirectory("tenure-lines");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Returns when every shard serves; the nanoseconds that it took. */
  long start() {
    served = new CompletableFuture<>();
    long begun = System.nanoTime();
    VertxOptions options = new VertxOptions().setEventLoopPoolSize(loops);
    Vertx started = Vertx.vertx(options.setPreferNativeTransport(true));
    vertx = started;
    server =
        get(
            LeasingEngine.start(
                started,
                LeasingOptions.DEFAULT.withStore(LeasingOptions.DEFAULT.store().withData(data)),
                this::heard));
    get(Future.fromCompletionStage(served));
    return System.nanoTime() - begun;
  }

  private void heard(String line) {
    if (line.startsWith("all ") && line.endsWith("are served here")) {
      served.complete(null);
    } else {
      System.err.println(line);
    }
  }

  LeasingEngine server() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server;
  }

  int loops() {
    return loops;
  }

  Vertx vertx() {
    if (vertx == null) {
      throw new IllegalStateException("not started");
    }
    return vertx;
  }

  /** The Redis of this server. */
  ProcessHandle redis() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().orElse("").contains("redis"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no Redis among the child processes"));
  }

  Path socket() {
    return data.resolve("redis").resolve("redis.sock");
  }

  static Request.Acquire acquire(Key key, long ttlMillis) {
    return AcquireBuilder.of(key, "worker-17").ttl(ttlMillis).build();
  }

  static Reply.Granted granted(CallResult answer) {
    if (answer instanceof CallResult.Said said && said.reply() instanceof Reply.Granted granted) {
      return granted;
    }
    throw new IllegalStateException("expected a grant, got " + answer);
  }

  static Reply.Released released(CallResult answer) {
    if (answer instanceof CallResult.Said said && said.reply() instanceof Reply.Released released) {
      return released;
    }
    throw new IllegalStateException("expected a release, got " + answer);
  }

  static <T> T get(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  void stop() {
    Vertx stopped = vertx;
    if (server != null && stopped != null) {
      get(server.stop());
      get(stopped.close());
      server = null;
      vertx = null;
    }
  }

  @Override
  public void close() {
    stop();
    try (Stream<Path> paths = Files.walk(data)) {
      paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
