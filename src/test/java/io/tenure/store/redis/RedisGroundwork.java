package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.TTL;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.Witness;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Starts a Redis for each test, and servers that a test can start and stop. */
abstract class RedisGroundwork {

  static final int SHARD = 5;
  static final int SHARDS = 8;
  static final String META = "tenure:{5}:meta";
  static final long CALL_MILLIS = 1_000;

  @TempDir Path directory;
  final ByHand clock = new ByHand();
  final RememberingWitness witness = new RememberingWitness();
  final List<RedisStore> stores = new ArrayList<>();
  Vertx vertx;

  @SuppressWarnings("NullAway.Init") // Each test starts it with its own settings.
  TestRedis redis;

  @BeforeEach
  void openVertx() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void closeEverything() {
    stores.forEach(store -> Answered.of(store.close()));
    Answered.of(vertx.close());
    if (redis != null) {
      redis.close();
    }
  }

  /** Starts a Redis in which the shard was owned before: the first claim need not wait. */
  final void startRedis(String... lines) throws IOException {
    startNewRedis(lines);
    ownedBefore(SHARD);
  }

  final void ownedBefore(int shard) throws IOException {
    String meta = "tenure:{" + shard + "}:meta";
    String run = infoField(redis, "server", "run_id");
    String replication = infoField(redis, "replication", "master_replid");
    redis.command("HSET", meta, "epoch", "1", "clean", "1", "run", run, "replid", replication);
  }

  final void startNewRedis(String... lines) throws IOException {
    redis = TestRedis.start(directory, lines);
  }

  static String infoField(TestRedis of, String section, String name) throws IOException {
    return of.command("INFO", section).replaceAll("(?s).*\\b" + name + ":(\\w+).*", "$1");
  }

  /** A server without a memory of what other servers did. */
  final RedisStore server() {
    return server(redis.address(), false, 0, Witness.none());
  }

  final RedisStore server(String address, boolean relaxed, int replicas, Witness by) {
    return server(options(address, relaxed, replicas), by);
  }

  /**
   * Every server promises leases of the usual length; longer promises are the subject of some
   * tests.
   */
  static RedisOptions options(String address, boolean relaxed, int replicas) {
    return new RedisOptions(
        RedisAddress.parse(address), SHARDS, relaxed, replicas, CALL_MILLIS, TTL);
  }

  final RedisStore server(RedisOptions options, Witness by) {
    return server(new LinesByHand(new RedisConnections(vertx, options), clock), options, by);
  }

  final RedisStore server(LinesByHand lines, RedisOptions options, Witness by) {
    var store = new RedisStore(lines, options, UUID.randomUUID().toString(), clock, by);
    stores.add(store);
    return store;
  }

  static LeaseStore.Claim claim(RedisStore store) {
    return Answered.atLast(() -> store.claim(SHARD, "a", PERIOD, false));
  }

  final LeaseStore.Claim claimBy(RedisStore store, String owner) {
    return Answered.atLast(() -> store.claim(SHARD, owner, PERIOD, false));
  }

  final Refused refused(RedisStore store, String owner) {
    try {
      throw new AssertionError("it was granted: " + claimBy(store, owner));
    } catch (Refused no) {
      return no;
    }
  }

  final void standBy(RedisStore store, String owner, long millis) {
    clock.passMillis(millis, () -> refused(store, owner));
  }

  /** Claims a shard that is new, or has lost data: the server looks for an owner that lives. */
  final LeaseStore.Claim claimAfterALook(RedisStore store, int shard, String owner) {
    clock.passMillis(
        PERIOD * 11 / 10,
        () -> Answered.failed(Refused.class, store.claim(shard, owner, PERIOD, false)));
    return Answered.atLast(() -> store.claim(shard, owner, PERIOD, false));
  }

  static LeaseStore.Advance advance(RedisStore store, LeaseStore.Claim claim) {
    return Answered.of(store.advance(SHARD, "a", claim.epoch(), PERIOD, claim.identity()));
  }

  static void append(RedisStore store, long epoch, long first, Change... changes) {
    Answered.of(store.append(SHARD, epoch, first, List.of(changes)));
  }

  static List<Change> load(RedisStore store, long epoch) {
    List<Change> loaded = new ArrayList<>();
    Answered.atLast(
        () -> {
          loaded.clear();
          return store.load(SHARD, epoch, loaded::add);
        });
    return loaded;
  }
}
