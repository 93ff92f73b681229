package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.machine.InRealTime;
import io.tenure.machine.Ports;
import io.tenure.machine.RealMachine;
import io.tenure.store.LeaseStore;
import io.tenure.store.StoreUnavailableException;
import io.tenure.store.StoreUnusableException;
import io.tenure.store.Witness;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Checks errors and recovery when Redis refuses, is silent, or stops. */
@RealMachine
class RedisTroubleTest extends RedisGroundwork {

  @Test
  void aReadOnlyReplicaIsNamedAsThatAndNothingIsLost() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    redis.command("REPLICAOF", "127.0.0.1", Integer.toString(Ports.free()));

    assertSays("read-only replica", store, epoch, 1);
    redis.command("REPLICAOF", "NO", "ONE");

    appendAtLast(store, epoch, 1, begin(0, 1));
    assertEquals(List.of(begin(0, 1)), load(store, epoch));
  }

  @Test
  void aFullRedisIsNamedAsThatAndNothingOfABatchIsKept() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    append(store, epoch, 1, begin(0, 1));
    redis.command("CONFIG", "SET", "maxmemory", "1");

    StoreUnavailableException trouble =
        Answered.failed(
            StoreUnavailableException.class,
            store.append(
                SHARD, epoch, 2, List.of(new Change.Forget(0, 1), begin(1, 2), begin(5_000, 3))));
    assertTrue(trouble.toString().contains("maxmemory"), trouble.getMessage());
    redis.command("CONFIG", "SET", "maxmemory", "0");

    assertEquals(List.of(begin(0, 1)), load(store, epoch));
    append(store, epoch, 2, begin(1, 2));
  }

  @Test
  void aRedisThatDropsKeysWhenItIsFullIsNotUsed() throws Exception {
    startRedis("maxmemory-policy allkeys-lru");

    RedisStore store = server();
    String remedy = "(maxmemory-policy allkeys-lru): set maxmemory-policy noeviction";

    String atTheStart =
        String.valueOf(Answered.failed(StoreUnusableException.class, store.reach()).getMessage());
    assertTrue(atTheStart.endsWith(remedy), atTheStart);
    var claim = store.claim(SHARD, "a", PERIOD, false);
    String later =
        String.valueOf(Answered.failed(StoreUnavailableException.class, claim).getMessage());
    assertTrue(later.endsWith(remedy), later);
    redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
    Answered.of(store.reach());
    claim(store);
  }

  @Test
  void aMissingOrWrongPasswordIsNamedAndNeverShown() throws Exception {
    startRedis("requirepass opensesame");
    String host = "127.0.0.1:" + redis.port();

    var none = server().claim(SHARD, "a", PERIOD, false);
    String asks =
        String.valueOf(Answered.failed(StoreUnavailableException.class, none).getMessage());
    assertTrue(asks.contains("asks for a password"), asks);
    var wrong = server("redis://:hush@" + host, false, 0, witness).claim(SHARD, "a", PERIOD, false);
    String said =
        String.valueOf(Answered.failed(StoreUnavailableException.class, wrong).getMessage());
    assertTrue(said.contains("refuses the user of the address, or the password"), said);
    assertFalse(said.contains("hush"), said);
    claimAfterALook(server("redis://:opensesame@" + host, false, 0, witness), SHARD, "a");
  }

  @Test
  void tooFewReplicasForRedisItselfAreNamed() throws Exception {
    startRedis("min-replicas-to-write 1");

    var claim = server().claim(SHARD, "a", PERIOD, false);

    assertTrue(
        Answered.failed(StoreUnavailableException.class, claim)
            .toString()
            .contains("min-replicas"));
  }

  @Test
  void aRedisThatCannotWriteToItsDiskIsNamedAsThat() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    Files.createDirectories(directory.resolve("dump.rdb").resolve("in the way"));
    redis.command("CONFIG", "SET", "save", "900 1");
    redis.command("BGSAVE");
    redis.await(() -> redis.command("INFO", "persistence").contains("rdb_last_bgsave_status:err"));

    assertSays("disk", store, epoch, 1);
    redis.command("CONFIG", "SET", "stop-writes-on-bgsave-error", "no");

    appendAtLast(store, epoch, 1, begin(0, 1));
  }

  @Test
  void aClaimThatRedisGetsToLateTakesNothingFromALaterOne() throws Exception {
    startRedis();
    RedisStore store = server();
    claim(store);
    long epoch = claim(store).epoch();
    var line =
        new ReconnectingConnection(
            vertx.getOrCreateContext(), RedisAddress.parse(redis.address()), CALL_MILLIS, 0);
    ScriptRun late = new ScriptRun(Script.CLAIM, "tenure:{5}:meta").arg("a").arg(PERIOD);
    late.arg(redis.command("HGET", "tenure:{5}:meta", "server")).arg(1).arg(SHARDS);
    late.arg("").arg("").arg(0).arg(0).arg(false).arg(false).arg(true).arg(0).arg(false);
    Promise<Response> answer = Promise.promise();
    line.execute(() -> line.run(late).onComplete(answer));

    assertTrue(ScriptResults.is(Answered.of(answer.future()), "LATE"));
    append(store, epoch, 1, begin(0, 1));
    line.execute(line::close);
  }

  @InRealTime
  void aSilentRedisFailsCallsInTimeAndThenAtOnceAndIsFoundAgain() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    redis.freeze();

    long started = System.nanoTime();
    StoreUnavailableException silent =
        Answered.failed(
            StoreUnavailableException.class, store.append(SHARD, epoch, 1, List.of(begin(0, 1))));
    assertTrue(silent.toString().contains("did not answer in time"), silent.getMessage());
    long failed = System.nanoTime();
    Answered.failed(
        StoreUnavailableException.class, store.append(SHARD, epoch, 1, List.of(begin(0, 1))));
    long failedAgain = System.nanoTime();
    redis.thaw();

    assertTrue(failed - started < 5 * CALL_MILLIS * 1_000_000);
    assertTrue(failedAgain - failed < CALL_MILLIS * 1_000_000 / 2);
    appendAtLast(store, epoch, 1, begin(0, 1));
  }

  @Test
  void anExtensionWithoutAnswerIsGivenUpWhileThereIsTimeForAnother() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    redis.freeze();
    var failed = new LinkedBlockingQueue<String>();
    Future<Void> batch =
        store
            .append(SHARD, epoch, 1, List.of(begin(0, 1)))
            .onComplete(done -> failed.add("a batch"));
    Future<LeaseStore.Extension> extension =
        store
            .extend(SHARD, "a", epoch, CALL_MILLIS)
            .onComplete(done -> failed.add("an extension for as long as a call may take"));
    Answered.failed(StoreUnavailableException.class, batch);
    Answered.failed(StoreUnavailableException.class, extension);
    redis.thaw();

    assertEquals(
        List.of("an extension for as long as a call may take", "a batch"), List.copyOf(failed));
  }

  @Test
  void aBatchThatRedisGetsToLateDoesNoHarm() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    append(store, epoch, 1, begin(0, 1));
    redis.freeze();
    // The batch waits in the socket of the frozen Redis, which executes it when it wakes.
    var late = new Change.Revalue(0, 1, Value.of("late"), "v1");
    Answered.failed(StoreUnavailableException.class, store.append(SHARD, epoch, 2, List.of(late)));
    redis.thaw();
    appendAtLast(store, epoch, 2, late);
    append(store, epoch, 3, new Change.Revalue(0, 1, Value.of("later"), "v2"));

    var loaded = load(store, epoch);

    assertEquals(new Change.Revalue(0, 1, Value.of("later"), null), loaded.get(1));
    assertEquals(
        List.of("v2", "v1"), ((Change.Begin) loaded.get(0)).tenure().common().requestIds());
  }

  @Test
  void aLateBatchOfAnEarlierEpochIsRefused() throws Exception {
    startRedis();
    RedisStore old = server();
    long epoch = claim(old).epoch();
    claim(server());

    Answered.failed(LeaseStore.Refused.class, old.append(SHARD, epoch, 1, List.of(begin(0, 1))));
  }

  @Test
  void aRedisThatForgotTheScriptsIsToldThemAgain() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    append(store, epoch, 1, begin(0, 1));
    redis.command("SCRIPT", "FLUSH");

    append(store, epoch, 2, begin(1, 2));

    assertEquals(2, load(store, epoch).size());
  }

  @Test
  void aRedisThatWasKilledIsFoundAgain() throws Exception {
    startRedis("appendonly yes", "appendfsync always");
    RedisStore store = server();
    long epoch = claim(store).epoch();
    append(store, epoch, 1, begin(0, 1));
    redis.kill();
    Answered.failed(
        StoreUnavailableException.class, store.append(SHARD, epoch, 2, List.of(begin(1, 2))));
    redis.restart();

    appendAtLast(store, epoch, 2, begin(1, 2));

    assertEquals(2, load(store, epoch).size());
  }

  @Test
  void theQueueOfCallsIsBoundedAndSaysSo() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    redis.freeze();
    List<Future<LeaseStore.Extension>> calls = new ArrayList<>();
    for (int call = 0; call <= ReconnectingConnection.WAITING_MAX; call++) {
      calls.add(store.extend(SHARD, "a", epoch, PERIOD));
    }

    StoreUnavailableException last =
        Answered.failed(
            StoreUnavailableException.class, calls.get(ReconnectingConnection.WAITING_MAX));

    assertTrue(last.toString().contains("too slow"), last.getMessage());
    redis.thaw();
  }

  @Test
  void whoWantsAReplicaToHaveItWaitsForOne() throws Exception {
    startRedis();
    RedisStore store = server(redis.address(), false, 1, Witness.none());
    String alone = "";
    while (!alone.contains("0 of 1 replicas")) {
      // On a busy machine the time of a call may be over before Redis has waited.
      var claim = store.claim(SHARD, "a", PERIOD, false);
      alone = Answered.failed(StoreUnavailableException.class, claim).toString();
    }

    String primary = "replicaof 127.0.0.1 " + redis.port();
    Path beside = Files.createDirectory(directory.resolve("r"));
    try (var replica = TestRedis.start(beside, primary, "repl-diskless-sync-delay 0")) {
      long epoch = Answered.atLast(() -> store.claim(SHARD, "a", PERIOD, false)).epoch();
      appendAtLast(store, epoch, 1, begin(0, 1));
      Answered.of(store.extend(SHARD, "a", epoch, PERIOD));
      assertTrue(replica.command("HGET", "tenure:{5}:leases:0", "0").contains("slot=0"));
    }
    Answered.failed(StoreUnavailableException.class, store.claim(SHARD, "a", PERIOD, false));
  }

  @Test
  void aNodeOfAClusterIsNamedAsThat() throws Exception {
    startRedis("cluster-enabled yes");

    var claim = server().claim(SHARD, "a", PERIOD, false);

    assertTrue(
        Answered.failed(StoreUnavailableException.class, claim).toString().contains("cluster"));
  }

  private static void appendAtLast(RedisStore store, long epoch, long first, Change change) {
    Answered.atLast(() -> store.append(SHARD, epoch, first, List.of(change)));
  }

  private static void assertSays(String what, RedisStore store, long epoch, long first)
      throws IOException {
    StoreUnavailableException trouble =
        Answered.failed(
            StoreUnavailableException.class,
            store.append(SHARD, epoch, first, List.of(begin(0, 1))));
    assertTrue(trouble.toString().contains(what), trouble.getMessage());
  }
}
