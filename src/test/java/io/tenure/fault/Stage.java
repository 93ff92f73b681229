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

/** The environment of one run: the servers, their Redis, the proxies between them, and the load. */
final class Stage implements AutoCloseable {

  /** The kinds of Redis that can have the journal. */
  enum House {
    /** The server starts its own Redis. */
    EMBEDDED,
    REDIS,
    /** A Redis that fsyncs once a second, its default. */
    LAZY,
    /** A Redis behind a proxy. */
    PROXIED,
    /** A Redis behind a proxy, and replicas that may replace it there. */
    REPLICATED,
    /** A Redis and its replicas, with a Sentinel that names the primary. */
    ANNOUNCED
  }

  /** The ownership period of shards that two servers may own in turn. */
  static final long OWNERSHIP_MILLIS = 1_500;

  private static final List<String> NAMES = List.of("a", "b");
  static final int SHARDS = 8;
  private static final Duration POLL = Duration.ofMillis(10);

  final SplittableRandom chance;
  private final Vertx vertx = Vertx.vertx();
  private final List<AutoCloseable> props = new ArrayList<>();
  private final List<ServerProcess> servers = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final List<String> homes = new ArrayList<>();
  private @Nullable RedisProcess redis;
  private @Nullable Replication replication;
  private @Nullable FaultProxy proxy;
  private @Nullable Load load;

  Stage(Fault fault, SplittableRandom chance) {
    this.chance = chance;
    try {
      Map<String, String> settings = new HashMap<>(ownership(fault));
      settings.putAll(fault.settings());
      settings.put("ttlMillisMax", Long.toString(fault.homeTtlMillis()));
      open(fault);
      for (int i = 0; i < fault.servers(); i++) {
        settings.put("store", address(fault.house(), i));
        servers.add(server(NAMES.get(i), settings));
        ports.add(servers.get(i).port());
      }
      servers.forEach(ServerProcess::awaitReady);
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
  }

  /** A stage for servers at these ports, which belong to the caller. */
  Stage(SplittableRandom chance, List<Integer> ports) {
    this.chance = chance;
    this.ports.addAll(ports);
  }

  Load play(long homeTtlMillis) {
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
    return new Journal(replication == null ? redis() : replication.primary(), SHARDS);
  }

  Replication replication() {
    return Objects.requireNonNull(replication);
  }

  FaultProxy proxy() {
    return Objects.requireNonNull(proxy);
  }

  ServerProcess server() {
    return servers.get(0);
  }

  /** The index of the server, from 0, which is also the index of its Redis address. */
  int place(ServerProcess server) {
    return servers.indexOf(server);
  }

  /** The other one of two servers. */
  ServerProcess otherThan(ServerProcess server) {
    return servers.get(1 - place(server));
  }

  /** The server that granted or renewed last. */
  ServerProcess active() {
    return named(load().speaker());
  }

  /** The server that kept a session alive last. */
  ServerProcess keeperOfSessions() {
    return named(load().speakerOfSessions());
  }

  private ServerProcess named(String speaker) {
    return servers.stream()
        .filter(each -> each.named(speaker))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no server of this stage has granted anything"));
  }

  /** Does nothing for so long: a fault lasts, or its consequences show. */
  static void last(long millis) {
    new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS).join();
  }

  /** Whether the condition became true in time. */
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

  /** The last output of the servers, for a run that failed. */
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

  private void open(Fault fault) {
    House house = fault.house();
    if (house == House.REPLICATED || house == House.ANNOUNCED) {
      boolean announced = house == House.ANNOUNCED;
      replication = keep(new Replication(vertx, fault.servers(), fault.replicas(), announced));
    } else if (house != House.EMBEDDED) {
      redis = keep(new RedisProcess("--appendfsync", house == House.LAZY ? "everysec" : "always"));
      proxy = house == House.PROXIED ? keep(new FaultProxy(vertx, redis.port())) : null;
    }
  }

  private String address(House house, int server) {
    if (house == House.EMBEDDED) {
      return "embedded";
    } else if (replication != null) {
      return replication.address(server);
    }
    return "redis://127.0.0.1:" + (proxy == null ? redis().port() : proxy.port());
  }

  /** Behind the proxy the ownership is the default; on its own Redis no other server may own. */
  private static Map<String, String> ownership(Fault fault) {
    if (fault.servers() > 1) {
      return Map.of("ownershipMillis", Long.toString(OWNERSHIP_MILLIS));
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
