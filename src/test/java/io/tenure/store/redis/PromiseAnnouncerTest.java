package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.TTL;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.ExclusionMargins;
import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.LeaseStore.WentBackwards;
import io.tenure.store.StoreUnavailableException;
import io.tenure.store.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that a promise longer than any before is announced before it is given. */
class PromiseAnnouncerTest extends RedisGroundwork {

  /** At a step at which promises are raised. */
  private static final long LONG = 65_536;

  private static final long STANDS = PERIOD * 11 / 10;
  private static final String REPLICATES = "repl-diskless-sync-delay 0";
  private static final String[] ALWAYS = {"appendonly yes", "appendfsync always"};

  private interface Deed {
    void happens() throws IOException;
  }

  @SuppressWarnings("NullAway.Init") // Set by the server that was started last.
  private LinesByHand lines;

  @Test
  void aServerThatHasOnlyLookedHoldsALongEnoughQuarantineThoughRedisForgetsThePromise()
      throws Exception {
    startRedis();
    RedisStore owner = owner();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, begin(0, 1));
    redis.command("SAVE");
    RedisStore standby = server();
    refused(standby, "b");
    lines.meanwhile = () -> refused(standby, "b");
    append(owner, epoch, 2, lasting(1, LONG));
    redis.kill();
    redis.restart();

    assertEquals("" + TTL, promised());
    clock.passMillis(STANDS);
    standBy(standby, "b", STANDS);
    assertEquals(LONG, claimBy(standby, "b").quarantineMillis());
  }

  @Test
  void aServerThatKnowsNothingFindsThePromiseThoughRedisForgetsItsGrant() throws Exception {
    startRedis();
    RedisStore owner = owner();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, begin(0, 1));
    redis.command("SAVE");
    lines.meanwhile = doing(() -> redis.command("SAVE"));
    append(owner, epoch, 2, lasting(1, LONG));
    redis.kill();
    redis.restart();

    assertEquals("1", redis.command("HGET", META, "place"));
    RedisStore next = server();
    standBy(next, "b", STANDS);
    assertEquals(LONG, claimBy(next, "b").quarantineMillis());
  }

  @Test
  void itWaitsForATermOnceForEachStep() throws Exception {
    startRedis();
    RedisStore owner = owner();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, begin(0, 1));
    assertEquals(List.of(), lines.pauses);
    lines.meanwhile = () -> assertTrue(owner.waitsOnPurpose(SHARD, epoch));
    append(owner, epoch, 2, lasting(1, LONG - 5_000));
    assertFalse(owner.waitsOnPurpose(SHARD, epoch));
    append(owner, epoch, 3, lasting(2, LONG - 5_000));
    append(owner, epoch, 4, lasting(3, LONG));
    assertEquals(List.of(STANDS), lines.pauses);

    append(owner, epoch, 5, lasting(4, LONG + 1));
    assertEquals(List.of(STANDS, STANDS), lines.pauses);
    assertEquals("" + LONG * 5 / 4, promised());
  }

  @Test
  void aTermOfADayIsNotWaitedFor() throws Exception {
    startRedis();
    RedisStore owner = owner();
    long day = 86_400_000;
    long epoch = Answered.atLast(() -> owner.claim(SHARD, "a", day, false)).epoch();
    append(owner, epoch, 1, lasting(1, LONG));

    assertEquals(List.of(STANDS), lines.pauses);
  }

  @Test
  void anOwnerForEverWaitsAsAnyOther() throws Exception {
    startRedis();
    RedisStore owner = owner();
    long epoch = Answered.atLast(() -> owner.claim(SHARD, "a", LeaseStore.FOR_EVER, false)).epoch();
    append(owner, epoch, 1, lasting(1, LONG));

    assertEquals(
        List.of(ExclusionMargins.promiseStandsMillis(ExclusionMargins.FOR_EVER_PERIOD_MILLIS)),
        lines.pauses);
  }

  /** The primary is lost, together with the one replica that has confirmed the grant. */
  @Test
  void aReplicaThatLacksTheGrantHasItsPromise() throws Exception {
    startRedis(REPLICATES);
    try (TestRedis confirms = replica("confirms");
        TestRedis lags = replica("lags")) {
      RedisStore owner = owner(1);
      long epoch = claimBy(owner, "a").epoch();
      Answered.atLast(() -> owner.append(SHARD, epoch, 1, List.of(begin(0, 1))));
      lines.meanwhile =
          doing(
              () -> {
                lags.await(() -> lags.command("HGET", META, "promised").equals("" + LONG));
                lags.command("REPLICAOF", "NO", "ONE");
              });
      append(owner, epoch, 2, lasting(1, LONG));

      assertEquals("2", confirms.command("HGET", META, "place"));
      assertEquals("1", lags.command("HGET", META, "place"));
      RedisStore next = server(lags.address(), false, 0, Witness.none());
      standBy(next, "b", STANDS);
      LeaseStore.Claim claim = claimBy(next, "b");
      assertEquals("restarted", claim.doubt());
      assertEquals(LONG, claim.quarantineMillis());
    }
  }

  /**
   * The server was the standby of the owner, which looks again and again while the promise is
   * valid.
   */
  @Test
  void aServerThatHasLookedKnowsThePromiseThoughTheReplicaThatTakesOverDoesNot() throws Exception {
    startRedis(REPLICATES);
    try (TestRedis confirms = replica("confirms");
        TestRedis lags = replica("lags")) {
      RedisStore owner = owner(1);
      long epoch = claimBy(owner, "a").epoch();
      Answered.atLast(() -> owner.append(SHARD, epoch, 1, List.of(begin(0, 1))));
      lags.await(() -> lags.command("HGET", META, "place").equals("1"));
      lags.command("REPLICAOF", "NO", "ONE");
      RememberingWitness heard = new RememberingWitness();
      lines.meanwhile = () -> refused(server(redis.address(), false, 0, heard), "b");
      append(owner, epoch, 2, lasting(1, LONG));

      assertEquals("2", confirms.command("HGET", META, "place"));
      assertEquals("" + TTL, lags.command("HGET", META, "promised"));
      RedisStore next = server(lags.address(), false, 0, heard);
      standBy(next, "b", STANDS);
      assertEquals(LONG, claimBy(next, "b").quarantineMillis());
    }
  }

  @Test
  void nobodyWaitsForARedisThatKeepsAllItAnswers() throws Exception {
    startRedis(ALWAYS);
    RedisStore owner = owner();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, lasting(1, LONG));
    append(owner, claimBy(owner, "a").epoch(), 2, lasting(2, LONG));

    assertEquals(List.of(), lines.pauses);
  }

  @Test
  void aPromiseThatRedisForgetsBeforeItIsGivenIsNotGiven() throws Exception {
    startRedis();
    RedisStore owner = owner();
    var own = claimBy(owner, "a");
    append(owner, own.epoch(), 1, begin(0, 1));
    lines.meanwhile = doing(() -> redis.command("HSET", META, "promised", "" + TTL));
    var grant = List.<Change>of(lasting(1, LONG));

    Answered.failed(WentBackwards.class, owner.append(SHARD, own.epoch(), 2, grant));
    assertEquals("1", redis.command("HGET", META, "place"));
    lines.meanwhile = () -> {};
    long next = advance(owner, own).epoch();
    append(owner, next, 3, begin(0, 1));
    assertEquals(1, lines.pauses.size(), "what was given before is not foretold again");
    append(owner, next, 4, lasting(1, LONG));
    assertEquals(List.of(STANDS, STANDS), lines.pauses);
  }

  /** Another shard of the server makes the promise, while the claim is on its way. */
  @Test
  void aPromiseThatTheServerLearnsAfterItsClaimHasLeftIsAnnounced() throws Exception {
    startRedis();
    var options = options(redis.address(), false, 0);
    lines = new LinesByHand(new RedisConnections(vertx, options), clock);
    RedisStore owner = server(lines, options, new LearningWitness());
    long epoch = claimBy(owner, "a").epoch();
    clock.passMillis(STANDS);
    append(owner, epoch, 1, lasting(1, LONG));

    assertEquals(List.of(STANDS), lines.pauses);
    assertEquals("" + LONG, promised());
  }

  @Test
  void aPromiseFoundAtAClaimIsGivenWhenItHasStoodForATerm() throws Exception {
    startRedis();
    RedisStore first = owner();
    append(first, claimBy(first, "a").epoch(), 1, begin(0, 1));
    redis.command("HSET", META, "promised", "" + LONG);
    RedisStore second = owner();
    long epoch = claimBy(second, "a").epoch();
    clock.passMillis(PERIOD);
    append(second, epoch, 2, lasting(1, LONG));
    assertEquals(List.of(STANDS - PERIOD), lines.pauses);

    RedisStore third = owner();
    append(third, claimBy(third, "a").epoch(), 3, lasting(2, LONG));
    assertEquals(List.of(), lines.pauses);
  }

  @Test
  void anAppendThatIsRepeatedDoesNotWaitAgain() throws Exception {
    startRedis();
    RedisStore owner = owner();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, begin(0, 1));
    var grant = List.<Change>of(lasting(1, LONG));
    setReplicasNeeded("1");
    Answered.failed(StoreUnavailableException.class, owner.append(SHARD, epoch, 2, grant));
    assertEquals("" + TTL, promised());
    assertEquals(List.of(), lines.pauses);

    setReplicasNeeded("0");
    lines.meanwhile = doing(() -> setReplicasNeeded("1"));
    Answered.failed(StoreUnavailableException.class, owner.append(SHARD, epoch, 2, grant));
    setReplicasNeeded("0");
    Answered.of(owner.append(SHARD, epoch, 2, grant));
    assertEquals(List.of(STANDS), lines.pauses);
  }

  @Test
  void whoIsSucceededMeanwhileGivesNothing() throws Exception {
    startRedis();
    RedisStore owner = owner();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, begin(0, 1));
    RedisStore successor = server();
    lines.meanwhile =
        () -> {
          standBy(successor, "b", STANDS);
          claimBy(successor, "b");
        };

    var grant = List.<Change>of(lasting(1, LONG));
    Answered.failed(Refused.class, owner.append(SHARD, epoch, 2, grant));
    assertEquals("" + LONG, promised());
  }

  private TestRedis replica(String name) throws IOException {
    TestRedis replica = TestRedis.start(Files.createDirectory(directory.resolve(name)), REPLICATES);
    replica.command("REPLICAOF", "127.0.0.1", "" + redis.port());
    replica.await(() -> replica.command("INFO", "replication").contains("link_status:up"));
    return replica;
  }

  private RedisStore owner() {
    return owner(0);
  }

  /** Starts an owner, which determines the pauses from now on. */
  private RedisStore owner(int replicas) {
    var options = options(redis.address(), false, replicas);
    lines = new LinesByHand(new RedisConnections(vertx, options), clock);
    return server(lines, options, Witness.none());
  }

  private static Change.Begin lasting(int slot, long millis) {
    return begin(slot, 10 + slot, millis - TTL);
  }

  private String promised() throws IOException {
    return redis.command("HGET", META, "promised");
  }

  private void setReplicasNeeded(String replicas) throws IOException {
    redis.command("CONFIG", "SET", "min-replicas-to-write", replicas);
  }

  private static Runnable doing(Deed deed) {
    return () -> {
      try {
        deed.happens();
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    };
  }
}
