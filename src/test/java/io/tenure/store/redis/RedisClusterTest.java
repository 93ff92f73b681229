package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.InRealTime;
import io.tenure.machine.RealMachine;
import io.tenure.store.LeaseStore;
import io.tenure.store.StoreUnavailableException;
import io.tenure.store.Witness;
import io.vertx.core.Future;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Checks three nodes of a Redis Cluster, which share the hash slots. */
@RealMachine
class RedisClusterTest extends RedisContract {

  private static final int NODES = 3;
  private static final int HASH_SLOTS = 16_384;

  /** The last shards, which no other test of the contract uses. */
  private static final int MANY = 9;

  @TempDir private static Path directory;
  private static final List<TestRedis> NODE = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    for (int node = 0; node < NODES; node++) {
      Path home = Files.createDirectory(directory.resolve("node" + node));
      NODE.add(TestRedis.start(home, "cluster-enabled yes", "cluster-node-timeout 60000"));
    }
    for (int node = 0; node < NODES; node++) {
      NODE.get(node).command(addSlots(node));
      NODE.get(node).command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(node + 1));
    }
    for (TestRedis node : NODE) {
      NODE.get(0).command("CLUSTER", "MEET", "127.0.0.1", Integer.toString(node.port()));
    }
    for (TestRedis node : NODE) {
      node.await(
          () ->
              node.command("CLUSTER", "INFO").contains("cluster_state:ok")
                  && node.command("CLUSTER", "NODES").split("connected \\d").length == NODES + 1);
    }
  }

  @AfterAll
  static void stop() {
    NODE.forEach(TestRedis::close);
    NODE.clear();
  }

  @Override
  String address() {
    return "redis+cluster://127.0.0.1:" + NODE.get(0).port() + ",127.0.0.1:" + NODE.get(1).port();
  }

  @InRealTime
  void extensionsThatGoOutTogetherReachTheNodesOfTheirShards() {
    RedisStore alone = sharedStore(0);
    List<Long> epochs =
        IntStream.range(SHARDS - MANY, SHARDS)
            .mapToObj(
                each ->
                    Answered.atLast(() -> alone.claim(each, "a", LeaseStore.FOR_EVER, false))
                        .epoch())
            .toList();
    RedisStore replicated = sharedStore(1);

    List<Future<LeaseStore.Extension>> extensions =
        IntStream.range(SHARDS - MANY, SHARDS)
            .mapToObj(
                each ->
                    replicated.extend(
                        each, "a", epochs.get(each - SHARDS + MANY), LeaseStore.FOR_EVER))
            .toList();

    for (var extension : extensions) {
      String why =
          String.valueOf(Answered.failed(StoreUnavailableException.class, extension).getMessage());
      assertTrue(why.contains("0 of 1 replicas"), why);
    }
    Answered.of(alone.close());
    Answered.of(replicated.close());
  }

  /** Another store of the same server. */
  private RedisStore sharedStore(int replicas) {
    var options =
        new RedisOptions(
            RedisAddress.parse(address()), SHARDS, false, replicas, RedisOptions.CALL_MILLIS, TTL);
    return new RedisStore(
        new RedisConnections(vertx(), options), options, "one server", clock, Witness.none());
  }

  private static String[] addSlots(int node) {
    var slots =
        IntStream.range(HASH_SLOTS * node / NODES, HASH_SLOTS * (node + 1) / NODES)
            .mapToObj(Integer::toString);
    return java.util.stream.Stream.concat(java.util.stream.Stream.of("CLUSTER", "ADDSLOTS"), slots)
        .toArray(String[]::new);
  }
}
