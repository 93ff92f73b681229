package io.tenure.door.http;

import io.tenure.api.Limits;
import io.tenure.door.Gateway;
import io.tenure.door.GatewayOptions;
import io.tenure.door.ws.StreamDoor;
import io.tenure.door.ws.StreamLimits;
import io.tenure.shard.ShardListener;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.ShardSettings;
import io.tenure.shard.loop.Clock;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server with shards in memory, on its own port, and a client that sends it requests. */
public final class OpenDoor {

  static final int SHARDS = 8;

  /** The time for which a request waits for the store. */
  static final long PATIENCE_MILLIS = 1_500;

  private static final long PATIENCE_SECONDS = 20;

  private static final long PAUSE_NANOS = 500_000;

  final Vertx vertx = Vertx.vertx();
  public final ShardRouter router;
  public final Gateway gateway;
  public final HttpDoor door;
  final GatedStore store;
  final ConnectionCount connections;

  /** The notices about refused connections. */
  final List<String> notices = new CopyOnWriteArrayList<>();

  final List<Throwable> mistakes = new CopyOnWriteArrayList<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  OpenDoor() throws Exception {
    this(HttpOptions.DEFAULT);
  }

  OpenDoor(HttpOptions options) throws Exception {
    this(options, Limits.DEFAULT, SHARDS);
  }

  public OpenDoor(StreamLimits streams) throws Exception {
    this(HttpOptions.DEFAULT, Limits.DEFAULT, SHARDS, streams, PATIENCE_MILLIS);
  }

  /** Accepts at most {@code connections} connections. */
  public OpenDoor(StreamLimits streams, int connections) throws Exception {
    this(
        HttpOptions.DEFAULT.withLimits(
            HttpLimits.DEFAULT.withConnections(connections, connections)),
        Limits.DEFAULT,
        SHARDS,
        streams,
        PATIENCE_MILLIS);
  }

  OpenDoor(long patienceMillis) throws Exception {
    this(HttpOptions.DEFAULT, Limits.DEFAULT, SHARDS, StreamLimits.DEFAULT, patienceMillis);
  }

  /** Has {@code shards} shards, each with at most {@code watchers} watchers. */
  public static OpenDoor ofShards(int shards, int watchers) throws Exception {
    Limits all = Limits.DEFAULT;
    Limits limits =
        new Limits(
            new Limits.Times(all.ttlMillisMin(), all.ttlMillisMax(), all.waitMillisMax()),
            all.holdersPerKeyMax(),
            all.waitersPerKeyMax(),
            all.leasesPerSessionMax(),
            new Limits.OfShard(
                all.leasesMax(),
                all.waitersMax(),
                all.fencesMax(),
                watchers,
                all.historyMax(),
                all.gravesMax(),
                all.requestIdsMax()),
            all.tokensPerEpoch());
    return new OpenDoor(HttpOptions.DEFAULT, limits, shards);
  }

  OpenDoor(HttpOptions options, Limits limits, int shards) throws Exception {
    this(options, limits, shards, StreamLimits.DEFAULT, PATIENCE_MILLIS);
  }

  public OpenDoor(GatewayOptions gateway) throws Exception {
    this(gateway, Limits.DEFAULT);
  }

  public OpenDoor(GatewayOptions gateway, Limits limits) throws Exception {
    this(
        HttpOptions.DEFAULT,
        limits,
        SHARDS,
        StreamLimits.DEFAULT,
        PATIENCE_MILLIS,
        new GatedStore(),
        gateway);
  }

  private OpenDoor(
      HttpOptions options, Limits limits, int shards, StreamLimits streams, long patienceMillis)
      throws Exception {
    this(
        options, limits, shards, streams, patienceMillis, new GatedStore(), GatewayOptions.DEFAULT);
  }

  /** Has shards that begin in a quarantine. */
  static OpenDoor inQuarantine(GatewayOptions gateway, long millis) throws Exception {
    GatedStore doubtful = new GatedStore();
    doubtful.quarantineMillis = millis;
    return new OpenDoor(
        HttpOptions.DEFAULT,
        Limits.DEFAULT,
        SHARDS,
        StreamLimits.DEFAULT,
        PATIENCE_MILLIS,
        doubtful,
        gateway);
  }

  private OpenDoor(
      HttpOptions options,
      Limits limits,
      int shards,
      StreamLimits streams,
      long patienceMillis,
      GatedStore store,
      GatewayOptions gatewayOptions)
      throws Exception {
    this.store = store;
    ShardSettings settings =
        new ShardSettings(limits, "test", LeaseStore.FOR_EVER, false, patienceMillis);
    vertx.exceptionHandler(mistakes::add);
    router =
        get(ShardRouter.deploy(vertx, shards, settings, store, Clock.SYSTEM, ShardListener.NONE));
    until(() -> router.serving() == shards);
    gateway = new Gateway(router, gatewayOptions.withMistakes(mistakes::add));
    connections = new ConnectionCount(options.limits(), notices::add);
    door =
        get(
            HttpDoor.open(
                vertx,
                gateway,
                options
                    .withAnnex(new StreamDoor(vertx, gateway, streams).route())
                    .withFrameBytes(streams.frameBytes())
                    .withAddress("127.0.0.1", 0),
                connections));
  }

  public int port() {
    return door.port();
  }

  public Told get(String path) throws Exception {
    return send("GET", path, null);
  }

  public Told post(String path, @Nullable String json) throws Exception {
    return send("POST", path, json);
  }

  public Told delete(String path) throws Exception {
    return send("DELETE", path, null);
  }

  public Told send(String method, String path, @Nullable String json, String... headers)
      throws Exception {
    return Told.of(client.send(request(method, path, json, headers), BodyHandlers.ofString()));
  }

  public CompletableFuture<Told> later(String method, String path, @Nullable String json) {
    return client
        .sendAsync(request(method, path, json), BodyHandlers.ofString())
        .thenApply(Told::of);
  }

  <T> HttpResponse<T> send(String path, HttpResponse.BodyHandler<T> taker, String... headers)
      throws Exception {
    return client.send(request("GET", path, null, headers), taker);
  }

  /** Acquires the key for anna, and returns the answer. */
  public Told acquire(String key) throws Exception {
    return post("/v1/leases", wish(key, "anna"));
  }

  public static String wish(String key, String holder) {
    return "{\"key\":\"" + key + "\",\"ttl\":\"30s\",\"holder\":\"" + holder + "\"}";
  }

  public Socket socket() throws Exception {
    Socket socket = new Socket("127.0.0.1", port());
    socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    return socket;
  }

  private HttpRequest request(
      String method, String path, @Nullable String json, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
            .timeout(Duration.ofSeconds(PATIENCE_SECONDS));
    if (json != null) {
      request.header("Content-Type", "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request
        .method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
        .build();
  }

  public static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Runs the task on its own thread: the common pool of a small machine has only one thread. */
  public static <T> CompletableFuture<T> aside(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, each -> new Thread(each, "aside").start());
  }

  /** Checks the condition again and again, for a limited time. */
  public static void until(BooleanSupplier so) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!so.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("it never was so");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Closes the server, and fails if the server reported an internal error. */
  public void close() throws Exception {
    get(door.close());
    get(vertx.close());
    if (!mistakes.isEmpty()) {
      throw new AssertionError("mistakes of the server", mistakes.get(0));
    }
  }
}
