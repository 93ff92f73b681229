package io.tenure.server;

import io.tenure.api.DurationFormatter;
import io.tenure.server.config.ConfigResolver;
import io.tenure.server.config.GivenSetting;
import io.tenure.server.config.ServerOptions;
import io.tenure.server.config.Setting;
import io.tenure.server.log.LineLoggers;
import io.tenure.server.log.LogLine;
import io.tenure.shard.ShardState;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A whole server with all protocols in this process, on any free port. */
public final class Opened implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 30;
  private static final Pattern LEASE_ID = Pattern.compile("\"leaseId\":\"([^\"]+)\"");

  private final Vertx vertx = ServerProcess.vertx();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<LogLine> log = new CopyOnWriteArrayList<>();
  private final LeasingEngine server;
  private final Doors doors;

  /**
   * Uses a store in memory unless {@code flags} name another; {@code data} is the data directory.
   */
  public Opened(Path data, String... flags) {
    this(ShardState.SERVING, data, flags);
  }

  private Opened(ShardState stage, Path data, String... flags) {
    List<GivenSetting> given = new ArrayList<>();
    given.add(given(Setting.PORT, "0"));
    given.add(given(Setting.STORE, "memory"));
    given.add(given(Setting.DATA, data.toString()));
    for (int at = 0; at < flags.length; at += 2) {
      given.add(given(Setting.valueOf(flags[at]), flags[at + 1]));
    }
    ServerOptions setup = ConfigResolver.of(given, "", Map.of());
    var loggers = new LineLoggers(log::add, setup.log().level());
    server =
        get(LeasingEngine.open(vertx, setup.config(), Promise.<Void>promise().future(), loggers));
    doors = get(Doors.open(vertx, server, setup, loggers));
    await(
        "every shard " + stage.word(),
        () ->
            server.router().reports().stream()
                .allMatch(shard -> shard.state().word().equals(stage.word())));
  }

  /** Opens a server over the store of another server that owns all shards. */
  static Opened standby(Path data, String... flags) {
    return new Opened(ShardState.STANDING_BY, data, flags);
  }

  public String url() {
    return "http://127.0.0.1:" + doors.port();
  }

  public io.tenure.shard.ShardRouter router() {
    return server.router();
  }

  public List<LogLine> log() {
    return List.copyOf(log);
  }

  /** Acquires the key, and returns the leaseId. */
  public String acquire(String key, String holder, Duration ttl) {
    String path =
        "/v1/leases?key=%s&holder=%s&ttl=%s"
            .formatted(encoded(key), encoded(holder), DurationFormatter.of(ttl.toMillis()));
    return leaseId(send("POST", path).body());
  }

  public static String leaseId(String answer) {
    Matcher id = LEASE_ID.matcher(answer);
    if (!id.find()) {
      throw new AssertionError("not granted: " + answer);
    }
    return id.group(1);
  }

  public HttpResponse<String> get(String path) {
    return send("GET", path);
  }

  public HttpResponse<String> send(String method, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .timeout(Duration.ofSeconds(PATIENCE_SECONDS))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
  }

  /** Sends a request without waiting for its answer. */
  public void sendLater(String method, String path) {
    http.sendAsync(
        HttpRequest.newBuilder(URI.create(url() + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.discarding());
  }

  /** Returns an answer that goes on until the caller closes its body. */
  public HttpResponse<InputStream> openStream(String path) {
    return http.sendAsync(
            HttpRequest.newBuilder(URI.create(url() + path)).build(),
            HttpResponse.BodyHandlers.ofInputStream())
        .join();
  }

  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  public static void await(String what, BooleanSupplier comesTrue) {
    long begun = System.nanoTime();
    while (!comesTrue.getAsBoolean()) {
      if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        throw new AssertionError("never: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  @Override
  public void close() {
    get(doors.close());
    get(server.stop());
    get(vertx.close());
  }

  private static GivenSetting given(Setting setting, String text) {
    return new GivenSetting(setting, text, setting.flag());
  }

  private static <T> T get(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }
}
