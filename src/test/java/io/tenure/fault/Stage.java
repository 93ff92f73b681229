package io.tenure.fault;

import io.tenure.store.LeaseStore;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What one run is played with: the servers, their Redis, what stands between, and the load. */
final class Stage implements AutoCloseable {

  /** Where the journal is. */
  enum House {
    /** The server brings its own Redis. */
    EMBEDDED,
    REDIS,
    /** A Redis that fsyncs once a second, as Redis does by itself. */
    LAZY,
    /** A Redis behind a proxy. */
    PROXIED,
    /** A Redis behind a proxy, and a replica that may take its place there. */
    REPLICATED
  }

  /** Of shards that two servers may own in turn. */
  static final long TERM_MILLIS = 1_500;

  private static final List<String> NAMES = List.of("a", "b");
  private static final int SHARDS = 8;
  private static final Duration POLL = Duration.ofMillis(10);

  final SplittableRandom chance;
  private final Vertx vertx = Vertx.vertx();
  private final List<AutoCloseable> props = new ArrayList<>();
  private final List<ServerProcess> servers = new ArrayList<>();
  private final List<String> homes = new ArrayList<>();
  private @Nullable RedisProcess redis;
  private @Nullable RedisProcess replica;
  private @Nullable FaultProxy link;
  private @Nullable FaultProxy proxy;
  private @Nullable Load load;

  Stage(Fault fault, SplittableRandom chance) {
    this.chance = chance;
    try {
      Map<String, String> settings = new HashMap<>(ownership(fault));
      settings.putAll(fault.settings());
      settings.put("store", open(fault.house()));
      for (int i = 0; i < fault.servers(); i++) {
        servers.add(server(NAMES.get(i), settings));
      }
      servers.forEach(ServerProcess::awaitReady);
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
  }

  Load play(long homeTtlMillis) {
    List<Integer> ports = servers.stream().map(ServerProcess::port).toList();
    load = new Load(vertx, ports, homeTtlMillis, chance.split());
    return load;
  }

  Load load() {
    return Objects.requireNonNull(load);
  }

  RedisProcess redis() {
    return Objects.requireNonNull(redis);
  }

  Journal journal() {
    return new Journal(redis(), SHARDS);
  }

  RedisProcess replica() {
    return Objects.requireNonNull(replica);
  }

  /** Between Redis and its replica. */
  FaultProxy link() {
    return Objects.requireNonNull(link);
  }

  FaultProxy proxy() {
    return Objects.requireNonNull(proxy);
  }

  ServerProcess server() {
    return servers.get(0);
  }

  /** The one that grants at present. */
  ServerProcess active() {
    String speaker = load().speaker();
    return servers.stream()
        .filter(each -> each.named(speaker))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nobody grants"));
  }

  /** For so long nothing is done: a fault lasts, or its consequences show. */
  static void last(long millis) {
    new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS).join();
  }

  /** Tells whether it came true in time. */
  static boolean becomes(BooleanSupplier condition, long patienceMillis) {
    long deadline = System.nanoTime() + patienceMillis * 1_000_000;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      last(POLL.toMillis());
    }
    return true;
  }

  /** What the servers said last, for a run that failed. */
  String said() {
    StringBuilder said = new StringBuilder();
    servers.forEach(each -> said.append(each.process().said()).append('\n'));
    return said.toString();
  }

  @Override
  public void close() {
    if (load != null) {
      load.cut();
    }
    servers.forEach(ServerProcess::close);
    homes.forEach(Litter::clear);
    for (AutoCloseable prop : props) {
      try {
        prop.close();
      } catch (Exception failed) {
        throw new IllegalStateException(failed);
      }
    }
    vertx.close();
  }

  private String open(House house) {
    if (house == House.EMBEDDED) {
      return "embedded";
    }
    redis = keep(new RedisProcess("--appendfsync", house == House.LAZY ? "everysec" : "always"));
    int port = redis.port();
    if (house == House.REPLICATED) {
      replica = keep(new RedisProcess("--appendfsync", "always"));
      link = keep(new FaultProxy(vertx, port));
      replica.follow(link.port());
    }
    if (house == House.PROXIED || house == House.REPLICATED) {
      proxy = keep(new FaultProxy(vertx, port));
      port = proxy.port();
    }
    return "redis://127.0.0.1:" + port;
  }

  /** Behind the proxy it is as the server comes; on a Redis of its own nobody else may own. */
  private static Map<String, String> ownership(Fault fault) {
    if (fault.servers() > 1) {
      return Map.of("ownershipMillis", Long.toString(TERM_MILLIS));
    }
    return fault.house() == House.PROXIED
        ? Map.of()
        : Map.of("ownershipMillis", Long.toString(LeaseStore.FOR_EVER));
  }

  private ServerProcess server(String name, Map<String, String> common) {
    Map<String, String> settings = new HashMap<>(common);
    settings.put("shards", Integer.toString(SHARDS));
    String data = keep(new TestDirectory()).path().toString();
    homes.add(data);
    Litter.addThoseOf(data);
    settings.put("data", data);
    return new ServerProcess(name, settings);
  }

  private <T extends AutoCloseable> T keep(T prop) {
    props.add(prop);
    return prop;
  }
}
