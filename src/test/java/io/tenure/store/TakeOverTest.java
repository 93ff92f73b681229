package io.tenure.store;

import static io.tenure.store.LeaseStoreContract.TERM;
import static io.tenure.store.LeaseStoreContract.TTL;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.LeaseStore.Refused;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store that has lost something around a take-over tells the next claimant. */
class TakeOverTest extends RedisGroundwork {

  private static final String META = "tenure:{5}:meta";
  private static final long LATE = TERM * 11 / 10;

  private TestRedis replica;

  @AfterEach
  void closeReplica() {
    if (replica != null) {
      replica.close();
    }
  }

  @Test
  void anOwnerThatClaimsAgainIsInDoubtWhenAnotherRedisAnswers() throws Exception {
    startRedis();
    RedisStore first = server();
    append(first, claimBy(first, "a").epoch(), 1, begin(0, 1));
    redis.command("SAVE");
    takeOver(server());
    loseWhatWasNotSaved();

    assertEquals("a", redis.command("HGET", META, "owner"));
    var again = claimBy(first, "a");
    assertEquals("restarted", again.doubt());
    assertEquals(TTL, again.quarantineMillis());
  }

  @Test
  void anOwnerThatTheStoreForgotHasItsTermWhoeverTheStoreNames() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), false, 0, witness);
    append(first, claimBy(first, "a").epoch(), 1, begin(0, 1));
    redis.command("SAVE");
    takeOver(server());
    Answered.failed(Refused.class, first.claim(SHARD, "a", TERM, false));
    loseWhatWasNotSaved();

    String why = refused(first, "a").getMessage();
    assertTrue(why.contains("forgotten"), why);
    clock.passMillis(LATE);
    assertEquals("backwards", claimBy(first, "a").doubt());
  }

  @Test
  void aRedisThatFollowedAnotherMeanwhileIsAnotherOne() throws Exception {
    startRedis("repl-diskless-sync-delay 0");
    RedisStore owner = server();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, begin(0, 1));
    startReplica();
    String run = field(redis, "server", "run_id");
    replica.command("REPLICAOF", "NO", "ONE");
    append(owner, epoch, 2, begin(1, 2));
    followAndReturn();

    assertEquals(run, field(redis, "server", "run_id"));
    assertEquals("1", redis.command("HGET", META, "place"));
    RedisStore next = server();
    overdue(next);
    assertEquals("restarted", claimBy(next, "b").doubt());
  }

  @Test
  void thatRedisKeepsAllNowSaysNothingOfBefore() throws Exception {
    startRedis();
    RedisStore first = server();
    long epoch = claimBy(first, "a").epoch();
    redis.command("SAVE");
    append(first, epoch, 1, begin(0, 1));
    loseWhatWasNotSaved();
    keepAll();

    RedisStore next = server();
    overdue(next);
    assertEquals("restarted", claimBy(next, "b").doubt());
  }

  @Test
  void thatRedisKeptAllWhenItWasClaimedSaysNothingOfWhatWasChangedSince() throws Exception {
    startRedis("appendonly yes", "appendfsync always");
    RedisStore first = server();
    long epoch = claimBy(first, "a").epoch();
    assertEquals("" + epoch, redis.command("HGET", META, "keeps"));
    redis.command("CONFIG", "SET", "appendfsync", "everysec");
    clock.passMillis(1_000);
    Answered.of(first.extend(SHARD, "a", epoch, TERM));
    redis.await(
        () -> {
          clock.passMillis(1_000);
          Answered.of(first.extend(SHARD, "a", epoch, TERM));
          return redis.command("HGET", META, "keeps").equals("(nil)");
        });
    redis.command("CONFIG", "SET", "appendfsync", "always");
    redis.kill();
    redis.restart();

    RedisStore next = server();
    overdue(next);
    assertEquals("restarted", claimBy(next, "b").doubt());
  }

  @Test
  void aRedisWithAReplicaOrThatDoesNotFsyncWhileItRewritesIsNotTrusted() throws Exception {
    startRedis("appendonly yes", "appendfsync always", "repl-diskless-sync-delay 0");
    RedisStore owner = server();
    long epoch = claimBy(owner, "a").epoch();
    assertEquals("" + epoch, redis.command("HGET", META, "keeps"));
    redis.command("CONFIG", "SET", "no-appendfsync-on-rewrite", "yes");
    claimBy(owner, "a");
    assertEquals("(nil)", redis.command("HGET", META, "keeps"));
    redis.command("CONFIG", "SET", "no-appendfsync-on-rewrite", "no");
    claimBy(owner, "a");
    assertNotEquals("(nil)", redis.command("HGET", META, "keeps"));
    startReplica();
    claimBy(owner, "a");

    assertEquals("(nil)", redis.command("HGET", META, "keeps"));
  }

  @Test
  void anOwnerThatHasSurvivedAFailOverAdvancesAndTheNextCrashCostsNoQuarantine() throws Exception {
    startRedis();
    RedisStore owner = server();
    var own = claimBy(owner, "a");
    append(owner, own.epoch(), 1, begin(0, 1));
    assertFalse(extend(owner, own.epoch()).elsewhere());
    redis.command("SAVE");
    loseWhatWasNotSaved();

    var found = extend(owner, own.epoch());
    assertTrue(found.elsewhere());
    var advance = advance(owner, own.epoch(), found.identity());
    assertFalse(advance.wentBackwards());
    assertFalse(extend(owner, advance.epoch()).elsewhere());
    RedisStore next = server();
    overdue(next);
    var claim = claimBy(next, "b");
    assertEquals("", claim.doubt());
    assertEquals(List.of(begin(0, 1)), load(next, claim.epoch()));
  }

  @Test
  void anAdvanceThatRedisExecutesLateTakesNoDoubtAway() throws Exception {
    startRedis();
    RedisStore first = server();
    var own = claimBy(first, "a");
    append(first, own.epoch(), 1, begin(0, 1));
    redis.command("SAVE");
    takeOver(server());
    loseWhatWasNotSaved();
    advance(first, own.epoch(), own.identity());

    var again = claimBy(first, "a");
    assertEquals("restarted", again.doubt());
    assertEquals(TTL + TERM, again.quarantineMillis());
  }

  @Test
  void thatRedisKeepsAllWhenALateAdvanceIsExecutedSaysNothingOfBefore() throws Exception {
    startRedis();
    RedisStore first = server();
    var own = claimBy(first, "a");
    redis.command("SAVE");
    takeOver(server());
    loseWhatWasNotSaved();
    keepAll();
    advance(first, own.epoch(), own.identity());

    assertEquals("(nil)", redis.command("HGET", META, "keeps"));
    assertEquals("restarted", claimBy(first, "a").doubt());
  }

  @Test
  void anOwnerThatAdvancedOnAnotherRedisThanItVouchedForHearsOfIt() throws Exception {
    startRedis();
    RedisStore owner = server();
    var own = claimBy(owner, "a");
    append(owner, own.epoch(), 1, begin(0, 1));
    redis.command("SAVE");
    loseWhatWasNotSaved();
    long next = advance(owner, own.epoch(), own.identity()).epoch();

    var found = extend(owner, next);
    assertTrue(found.elsewhere());
    next = advance(owner, next, found.identity()).epoch();
    assertFalse(extend(owner, next).elsewhere());
  }

  @Test
  void aReadingCountsForTheRedisThatToldIt() throws Exception {
    startRedis("repl-diskless-sync-delay 0");
    RedisStore owner = server();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, begin(0, 1));
    startReplica();
    replica.command("REPLICAOF", "NO", "ONE");
    RedisStore standby = server();
    refused(standby, "b");
    String beat = redis.command("HGET", META, "beat");
    clock.passMillis(TERM / 2);
    extend(owner, epoch);
    followAndReturn();
    clock.passMillis(LATE - TERM / 2);

    assertEquals(beat, redis.command("HGET", META, "beat"), "it has lost the extension");
    String why = refused(standby, "b").getMessage();
    assertTrue(why.contains("for another " + LATE + " ms"), why);
  }

  @Test
  void whatWasAnsweredInVainIsInDoubtThoughItsServerLeavesInOrder() throws Exception {
    startRedis();
    RedisStore relaxed = server(redis.address(), true, 0, Witness.none());
    append(relaxed, claimBy(relaxed, "a").epoch(), 1, begin(0, 1));
    var again = Answered.of(relaxed.claim(SHARD, "a", TERM, true));
    assertEquals("relaxed", again.doubt());
    Answered.of(relaxed.leave(SHARD, "a", again.epoch()));

    assertEquals("relaxed", claimBy(server(), "b").doubt());
  }

  @Test
  void whatAnotherServerHasHadInDoubtSinceIsInDoubtNoMore() throws Exception {
    startRedis();
    RedisStore relaxed = server(redis.address(), true, 0, Witness.none());
    append(relaxed, claimBy(relaxed, "a").epoch(), 1, begin(0, 1));
    RedisStore standby = server();
    overdue(standby);
    LeaseStore.Claim other = claimBy(standby, "b");
    assertEquals("relaxed", other.doubt());
    Answered.of(standby.whole(SHARD, other.epoch()));
    Answered.of(standby.leave(SHARD, "b", other.epoch()));

    assertEquals("", Answered.of(relaxed.claim(SHARD, "a", TERM, true)).doubt());
  }

  @Test
  void aBatchOfAServerThatHasLeftIsRefusedThoughAnHeirIsNamed() throws Exception {
    startRedis();
    RedisStore leaver = server();
    long epoch = claimBy(leaver, "a").epoch();
    append(leaver, epoch, 1, begin(0, 1));
    Answered.of(leaver.leave(SHARD, "a", epoch));
    redis.command("HSET", META, "owner", "heir");

    Answered.failed(Refused.class, leaver.append(SHARD, epoch, 2, List.of(begin(1, 2))));
    assertEquals("1", redis.command("HGET", META, "place"));
  }

  @Test
  void theLongestPromiseIsToldAgainToAStoreThatWasFlushed() throws Exception {
    startRedis();
    RedisStore owner = server();
    var own = claimBy(owner, "a");
    append(owner, own.epoch(), 1, begin(0, 1));
    redis.command("FLUSHALL");
    Answered.failed(LeaseStore.WentBackwards.class, owner.extend(SHARD, "a", own.epoch(), TERM));
    advance(owner, own);

    assertEquals("" + TTL, redis.command("HGET", META, "promised"));
  }

  @Test
  void whoeverClaimsInDoubtWaitsForTheTermOfTheOwnerThatMayBeForgotten() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), true, 0, Witness.none());
    long epoch = Answered.of(first.claim(SHARD, "a", 10 * TERM, false)).epoch();
    append(first, epoch, 1, begin(0, 1));

    var claim = claim(server());
    assertEquals(10 * TERM, claim.forgottenTermMillis());
  }

  private Refused refused(RedisStore store, String owner) {
    try {
      throw new AssertionError("it was granted: " + claimBy(store, owner));
    } catch (Refused no) {
      return no;
    }
  }

  private LeaseStore.Claim claimBy(RedisStore store, String owner) {
    return Answered.atLast(() -> store.claim(SHARD, owner, TERM, false));
  }

  /** Another server takes the shard over, and grants. */
  private void takeOver(RedisStore by) {
    overdue(by);
    append(by, claimBy(by, "b").epoch(), 1, begin(1, 2));
  }

  /** The server has looked at the owner for its whole term, and heard nothing. */
  private void overdue(RedisStore by) {
    refused(by, "b");
    clock.passMillis(LATE);
  }

  private LeaseStore.Extension extend(RedisStore by, long epoch) {
    return Answered.atLast(() -> by.extend(SHARD, "a", epoch, TERM));
  }

  private LeaseStore.Advance advance(RedisStore by, long epoch, String identity) {
    return Answered.atLast(() -> by.advance(SHARD, "a", epoch, TERM, identity));
  }

  private void loseWhatWasNotSaved() throws Exception {
    redis.kill();
    redis.restart();
  }

  private void keepAll() throws Exception {
    redis.command("CONFIG", "SET", "appendonly", "yes");
    redis.command("CONFIG", "SET", "appendfsync", "always");
  }

  private void startReplica() throws Exception {
    replica =
        TestRedis.start(
            Files.createDirectory(directory.resolve("replica")), "repl-diskless-sync-delay 0");
    replica.command("REPLICAOF", "127.0.0.1", "" + redis.port());
    replica.await(() -> replica.command("INFO", "replication").contains("master_link_status:up"));
    String place = redis.command("HGET", META, "place");
    replica.await(() -> replica.command("HGET", META, "place").equals(place));
  }

  /** For a moment the replica is the primary: what it lacks is lost, and no connection breaks. */
  private void followAndReturn() throws Exception {
    redis.command("REPLICAOF", "127.0.0.1", "" + replica.port());
    redis.await(() -> redis.command("INFO", "replication").contains("master_link_status:up"));
    redis.command("REPLICAOF", "NO", "ONE");
  }

  private static String field(TestRedis of, String section, String name) throws Exception {
    return of.command("INFO", section).replaceAll("(?s).*\\b" + name + ":(\\w+).*", "$1");
  }
}
