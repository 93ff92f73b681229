package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.fault.FaultProxy;
import io.tenure.machine.InRealTime;
import io.tenure.machine.RealMachine;
import io.tenure.shard.ownership.Ownership;
import io.tenure.store.LeaseStore;
import io.tenure.store.StoreUnavailableException;
import io.tenure.store.Witness;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Checks calls that need a replica which is far away, or silent. */
@RealMachine
class FarReplicaTest extends RedisGroundwork {

  private static final int MANY = 32;

  /** So many shards share each connection for batches. */
  private static final int SHARING = 3;

  private static final int ALL = SHARING * ConnectionSource.LANES;

  private static final long OWNERSHIP_MILLIS = 3_000;

  /** One way. */
  private static final int FAR_MILLIS = 80;

  /** More than an ownership lasts without an extension, and than many extensions take. */
  private static final long WATCHED_MILLIS = 3_500;

  private static final long TICK_MILLIS = 10;

  @SuppressWarnings("NullAway.Init")
  private FaultProxy link;

  @SuppressWarnings("NullAway.Init")
  private TestRedis replica;

  @SuppressWarnings("NullAway.Init")
  private RedisStore store;

  @BeforeEach
  void startReplica() throws IOException {
    startRedis("repl-diskless-sync yes", "repl-diskless-sync-delay 0");
    for (int shard = 0; shard < ALL; shard++) {
      ownedBefore(shard);
    }
    link = new FaultProxy(vertx, redis.port());
    replica =
        TestRedis.start(
            Files.createDirectory(directory.resolve("replica")),
            "replicaof 127.0.0.1 " + link.port());
    awaitReplica();
    var address = RedisAddress.parse(redis.address());
    store = server(new RedisOptions(address, ALL, false, 1, CALL_MILLIS, 0), Witness.none());
  }

  @AfterEach
  void stopReplica() {
    replica.close();
    link.close();
  }

  @InRealTime
  void manyShardsOfOneLoopStayOwnedThoughTheReplicaIsFarAway() {
    link.slow(FAR_MILLIS);
    Context loop = vertx.getOrCreateContext();
    List<Ownership> owners =
        IntStream.range(0, MANY)
            .mapToObj(shard -> new Ownership(store, shard, "a", OWNERSHIP_MILLIS, System::nanoTime))
            .toList();
    Answered.atLast(
        () ->
            on(loop, () -> Future.all(owners.stream().map(owner -> owner.claim(false)).toList())));

    Set<Integer> lost = new TreeSet<>();
    Promise<Void> watched = Promise.promise();
    loop.runOnContext(
        start -> {
          vertx.setPeriodic(
              TICK_MILLIS,
              tick -> {
                for (int shard = 0; shard < MANY; shard++) {
                  owners.get(shard).tick();
                  if (!owners.get(shard).holds()) {
                    lost.add(shard);
                  }
                }
              });
          vertx.setTimer(WATCHED_MILLIS, end -> watched.complete());
        });
    Answered.of(watched.future());

    assertEquals(Set.of(), lost, "the shards that were lost");
  }

  @InRealTime
  void extensionsFailForASilentReplicaAndTheConnectionStays() throws Exception {
    List<Long> epochs = claimed(MANY);
    Answered.of(extend(0, epochs));
    Set<String> before = connections();
    link.become(FaultProxy.Weather.HALF_OPEN);

    Context loop = vertx.getOrCreateContext();
    List<Future<?>> first = together(loop, MANY / 2, shard -> extend(shard, epochs));
    List<Future<?>> behind = together(loop, MANY / 2, shard -> extend(MANY / 2 + shard, epochs));

    first.forEach(extension -> assertFails("0 of 1 replicas", extension));
    // Redis may notice late that a wait is over: then the time of the second wait is over before.
    behind.forEach(extension -> assertFails("replicas", extension));
    assertEquals(before, connections());
    link.become(FaultProxy.Weather.FAIR);
    awaitReplica();
    Answered.of(extend(0, epochs));
  }

  @InRealTime
  void batchesOnOneConnectionFailForASilentReplicaAndTheConnectionStays() throws Exception {
    List<Long> epochs = claimed(ALL);
    Context loop = vertx.getOrCreateContext();
    together(loop, SHARING, each -> append(each * ConnectionSource.LANES, epochs, 1))
        .forEach(Answered::of);
    Set<String> before = connections();
    link.become(FaultProxy.Weather.HALF_OPEN);

    List<Future<?>> batches =
        together(loop, SHARING, each -> append(each * ConnectionSource.LANES, epochs, 2));

    batches.forEach(batch -> assertFails("0 of 1 replicas", batch));
    assertEquals(before, connections());
  }

  @InRealTime
  void anExtensionThatRedisRefusesHarmsNoOther() throws Exception {
    List<Long> epochs = claimed(SHARDS);
    redis.command("DEL", "tenure:{5}:meta");
    redis.command("SET", "tenure:{5}:meta", "text");
    redis.command("HSET", "tenure:{6}:meta", "owner", "b");

    List<Future<?>> extensions =
        together(vertx.getOrCreateContext(), SHARDS, shard -> extend(shard, epochs));

    for (int shard = 0; shard < SHARDS; shard++) {
      if (shard == SHARD) {
        String no =
            String.valueOf(
                Answered.failed(StoreUnavailableException.class, extensions.get(shard))
                    .getMessage());
        assertTrue(no.contains("refused") && no.contains("WRONGTYPE"), no);
      } else if (shard == SHARD + 1) {
        Answered.failed(LeaseStore.Refused.class, extensions.get(shard));
      } else {
        Answered.of(extensions.get(shard));
      }
    }
  }

  @InRealTime
  void extensionsThatAreSentTogetherTeachRedisAForgottenScript() throws Exception {
    List<Long> epochs = claimed(SHARDS);
    redis.command("SCRIPT", "FLUSH");

    together(vertx.getOrCreateContext(), SHARDS, shard -> extend(shard, epochs))
        .forEach(Answered::of);
  }

  @InRealTime
  void extensionsWithoutAReplicaFailWhenTheirConnectionClosesAndTheNextSucceed() throws Exception {
    List<Long> epochs = claimed(SHARDS);
    link.become(FaultProxy.Weather.HALF_OPEN);
    Context loop = vertx.getOrCreateContext();
    List<Future<?>> extensions = together(loop, SHARDS / 2, shard -> extend(shard, epochs));
    redis.await(() -> redis.command("INFO", "clients").contains("blocked_clients:1"));
    extensions.addAll(together(loop, SHARDS / 2, shard -> extend(SHARDS / 2 + shard, epochs)));
    redis.command("CLIENT", "KILL", "TYPE", "normal");
    link.become(FaultProxy.Weather.FAIR);

    extensions.forEach(call -> Answered.failed(StoreUnavailableException.class, call));
    awaitReplica();
    Answered.atLast(() -> extend(0, epochs));
  }

  @InRealTime
  void extensionsOfOneTurnWaitForTheReplicaOnce() throws Exception {
    List<Long> epochs = claimed(SHARDS);
    Answered.of(extend(0, epochs));
    long before = waits();

    together(vertx.getOrCreateContext(), SHARDS, shard -> extend(shard, epochs))
        .forEach(Answered::of);

    assertEquals(before + 1, waits());
  }

  private Future<LeaseStore.Extension> extend(int shard, List<Long> epochs) {
    return store.extend(shard, "a", epochs.get(shard), OWNERSHIP_MILLIS);
  }

  private Future<Void> append(int shard, List<Long> epochs, long change) {
    return store.append(shard, epochs.get(shard), change, List.of(begin((int) change, change)));
  }

  private List<Long> claimed(int shards) {
    return IntStream.range(0, shards)
        .mapToObj(
            each -> Answered.atLast(() -> store.claim(each, "a", OWNERSHIP_MILLIS, false)).epoch())
        .toList();
  }

  /** Asks for all of them in one turn of the loop. */
  private static List<Future<?>> together(Context loop, int calls, IntFunction<Future<?>> call) {
    return new ArrayList<>(
        Answered.of(
            on(
                loop,
                () ->
                    Future.succeededFuture(
                        IntStream.range(0, calls)
                            .<Future<?>>mapToObj(call)
                            .collect(Collectors.toList())))));
  }

  private static <T> Future<T> on(Context loop, Supplier<Future<T>> asked) {
    return Future.future(answer -> loop.runOnContext(turn -> asked.get().onComplete(answer)));
  }

  private static void assertFails(String why, Future<?> call) {
    String said =
        String.valueOf(Answered.failed(StoreUnavailableException.class, call).getMessage());
    assertTrue(said.contains(why), said);
  }

  private void awaitReplica() throws IOException {
    replica.await(() -> replica.command("INFO", "replication").contains("master_link_status:up"));
  }

  /** The ids of all connections but those of the test itself. */
  private Set<String> connections() throws IOException {
    return redis
        .command("CLIENT", "LIST", "TYPE", "normal")
        .lines()
        .filter(line -> line.startsWith("id=") && !line.contains("cmd=client"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private long waits() throws IOException {
    String stats = redis.command("INFO", "commandstats");
    return Long.parseLong(stats.replaceAll("(?s).*cmdstat_wait:calls=(\\d+).*", "$1").strip());
  }
}
