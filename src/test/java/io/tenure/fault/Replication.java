package io.tenure.fault;

import io.tenure.fault.FaultProxy.Weather;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A primary and its replicas, each behind a proxy. Servers find the primary at a plain address,
 * which is a proxy for each server, or by asking a Sentinel.
 */
final class Replication implements AutoCloseable {

  private static final long CATCHING_UP_MILLIS = 20_000;

  private final Vertx vertx;
  private final List<RedisProcess> replicas = new ArrayList<>();
  private final List<FaultProxy> links = new ArrayList<>();
  private final List<FaultProxy> ways = new ArrayList<>();
  private final @Nullable SentinelProcess sentinel;
  private RedisProcess primary = new RedisProcess("--appendfsync", "always");
  private int marks;

  Replication(Vertx vertx, int servers, int replicas, boolean announced) {
    this.vertx = vertx;
    for (int i = 0; i < replicas; i++) {
      add(new RedisProcess("--appendfsync", "always"));
    }
    for (int i = 0; !announced && i < servers; i++) {
      ways.add(new FaultProxy(vertx, primary.port()));
    }
    List<Integer> ports = this.replicas.stream().map(RedisProcess::port).toList();
    sentinel = announced ? new SentinelProcess(primary.port(), ports) : null;
  }

  /** The address in the form of the server's setting. */
  String address(int server) {
    return sentinel != null
        ? "redis+sentinel://127.0.0.1:" + sentinel.port() + "/" + SentinelProcess.MASTER
        : "redis://127.0.0.1:" + ways.get(server).port();
  }

  RedisProcess primary() {
    return primary;
  }

  /** The proxy between one server and its Redis, at a plain address. */
  FaultProxy way(int server) {
    return ways.get(server);
  }

  /** The instant before which every acknowledged change has reached every replica. */
  long reached(LongSupplier clock) {
    long now = clock.getAsLong();
    String mark = Integer.toString(++marks);
    primary.ask("SET", "mark", mark);
    if (!Stage.becomes(
        () -> replicas.stream().allMatch(each -> each.ask("GET", "mark").equals(mark)),
        CATCHING_UP_MILLIS)) {
      throw new IllegalStateException("a replica does not catch up");
    }
    return now;
  }

  /** Holds back all traffic to the replicas from now on, and drops it. */
  void lag() {
    links.forEach(each -> each.become(Weather.HALF_OPEN));
  }

  /** Stops the replicas: traffic to them arrives when they go on. */
  void freezeReplicas() {
    replicas.forEach(each -> each.process().freeze());
  }

  void thawReplicas() {
    replicas.forEach(each -> each.process().thaw());
  }

  /** A replica replaces the primary, which dies. */
  void failOver() {
    primary.kill();
    RedisProcess dead = promote();
    replicas.add(dead);
  }

  /** A replica replaces the primary, which lives on as a replica of its successor. */
  void swap() {
    RedisProcess demoted = promote();
    add(demoted);
  }

  /** The dead Redis comes back as a replica, with or without its data. */
  void rejoin() {
    RedisProcess back = replicas.get(replicas.size() - 1);
    back.restart();
    back.follow(primary.port());
  }

  @Override
  public void close() {
    ways.forEach(FaultProxy::close);
    links.forEach(FaultProxy::close);
    if (sentinel != null) {
      sentinel.close();
    }
    replicas.forEach(RedisProcess::close);
    primary.close();
  }

  /** Returns the primary of before. */
  private RedisProcess promote() {
    RedisProcess before = primary;
    RedisProcess next = sentinel == null ? replicas.get(0) : announced(sentinel.failOver());
    primary = next;
    replicas.remove(next);
    if (sentinel == null) {
      next.lead();
      ways.forEach(each -> each.leadTo(next.port()));
      replicas.forEach(each -> each.follow(next.port()));
    }
    return before;
  }

  /** Adds a replica that follows the primary through a proxy. */
  private void add(RedisProcess replica) {
    FaultProxy link = new FaultProxy(vertx, primary.port());
    replicas.add(replica);
    links.add(link);
    replica.follow(link.port());
  }

  private RedisProcess announced(int port) {
    return replicas.stream().filter(each -> each.port() == port).findFirst().orElseThrow();
  }
}
