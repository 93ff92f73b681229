package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.TTL;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.ExclusionMargins;
import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Doubt;
import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.Witness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the reports of a store to the next claimant after it has lost data around a take-over. */
class TakeOverTest extends TakeOverGroundwork {

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
  void whoeverStandsByHearsOfTheDoubtOfTheOwnerUntilNothingIsMissing() throws Exception {
    startRedis();
    RedisStore first = server();
    RedisStore standby = server();
    claimBy(first, "a");
    assertEquals(0, refused(standby, "b").doubtedEpoch());
    redis.command("SAVE");
    loseWhatWasNotSaved();

    LeaseStore.Claim inDoubt = claimBy(first, "a");
    assertEquals("restarted", inDoubt.doubt());
    assertEquals(inDoubt.epoch(), refused(standby, "b").doubtedEpoch());
    LeaseStore.Advance next = advance(first, inDoubt.epoch(), inDoubt.identity());
    assertEquals(inDoubt.epoch(), refused(standby, "b").doubtedEpoch());

    Answered.of(first.whole(SHARD, next.epoch(), Doubt.NONE));
    assertEquals(0, refused(standby, "b").doubtedEpoch());
  }

  @Test
  void anOwnerThatTheStoreForgotHasItsTermWhoeverTheStoreNames() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), false, 0, witness);
    append(first, claimBy(first, "a").epoch(), 1, begin(0, 1));
    redis.command("SAVE");
    takeOver(server());
    Answered.failed(Refused.class, first.claim(SHARD, "a", PERIOD, false));
    loseWhatWasNotSaved();

    String why = String.valueOf(refused(first, "a").getMessage());
    assertTrue(why.contains("has lost data"), why);
    standBy(first, "a", LATE);
    assertEquals("backwards", claimBy(first, "a").doubt());
  }

  @Test
  void aRedisThatFollowedAnotherMeanwhileIsAnotherOne() throws Exception {
    startRedis("repl-diskless-sync-delay 0");
    RedisStore owner = server();
    long epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, begin(0, 1));
    startReplica();
    String run = infoField(redis, "server", "run_id");
    replica.command("REPLICAOF", "NO", "ONE");
    append(owner, epoch, 2, begin(1, 2));
    followAndReturn();

    assertEquals(run, infoField(redis, "server", "run_id"));
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
    Answered.of(first.extend(SHARD, "a", epoch, PERIOD));
    redis.await(
        () -> {
          clock.passMillis(1_000);
          Answered.of(first.extend(SHARD, "a", epoch, PERIOD));
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
  void whatWasAnsweredInVainIsInDoubtThoughItsServerLeavesInOrder() throws Exception {
    startRedis();
    RedisStore relaxed = server(redis.address(), true, 0, Witness.none());
    append(relaxed, claimBy(relaxed, "a").epoch(), 1, begin(0, 1));
    var again = Answered.of(relaxed.claim(SHARD, "a", PERIOD, true));
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
    Answered.of(standby.whole(SHARD, other.epoch(), Doubt.NONE));
    Answered.of(standby.leave(SHARD, "b", other.epoch()));

    assertEquals("", Answered.of(relaxed.claim(SHARD, "a", PERIOD, true)).doubt());
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
    Answered.failed(LeaseStore.WentBackwards.class, owner.extend(SHARD, "a", own.epoch(), PERIOD));
    advance(owner, own);

    assertEquals("" + TTL, redis.command("HGET", META, "promised"));
  }

  @Test
  void whoeverClaimsInDoubtWaitsForTheTermOfTheOwnerThatMayBeForgotten() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), true, 0, Witness.none());
    long epoch = Answered.of(first.claim(SHARD, "a", 10 * PERIOD, false)).epoch();
    append(first, epoch, 1, begin(0, 1));

    var claim = claim(server());
    assertEquals(10 * PERIOD, claim.forgottenOwnershipMillis());
  }

  @Test
  void aServerThatClaimsOnceMoreInDoubtStillWaitsForTheForgottenOwner() throws Exception {
    startRedis();
    leaveInDoubt(10 * PERIOD);

    RedisStore next = server();
    assertEquals(10 * PERIOD, claim(next).forgottenOwnershipMillis());
    assertEquals(10 * PERIOD, claim(next).forgottenOwnershipMillis());
  }

  @Test
  void theNextClaimantWaitsForTheForgottenOwnerAsWellUntilNothingIsMissing() throws Exception {
    startRedis();
    leaveInDoubt(10 * PERIOD);
    claim(server());

    RedisStore last = server();
    LeaseStore.Claim claim = claim(last);
    assertEquals(10 * PERIOD, claim.forgottenOwnershipMillis());
    Answered.of(last.whole(SHARD, claim.epoch(), new Doubt("relaxed", claim.epoch())));
    claim = claim(server());
    assertEquals(10 * PERIOD, claim.forgottenOwnershipMillis(), "it has only written what it has");

    leaveInDoubt(PERIOD);
    assertEquals(PERIOD, claim(server()).forgottenOwnershipMillis());
  }

  @Test
  void anOwnerForEverThatMayBeForgottenCountsWithItsPeriod() throws Exception {
    startRedis();
    leaveInDoubt(LeaseStore.FOR_EVER);

    long period = ExclusionMargins.FOR_EVER_PERIOD_MILLIS;
    assertEquals(period, claim(server()).forgottenOwnershipMillis());
    assertEquals(period, claim(server()).forgottenOwnershipMillis());
  }

  /** Redis names an earlier owner of the shard when it has lost the claim of the last one. */
  @Test
  void aServerThatHasHeardOfALongerTermWaitsForThatThoughRedisHasForgottenTheClaim()
      throws Exception {
    startRedis();
    RedisStore first = server();
    claimBy(first, "a");
    redis.command("SAVE");
    RedisStore next = server();
    overdue(next);
    RedisStore forgotten = server();
    overdue(forgotten);
    Answered.of(forgotten.claim(SHARD, "c", 10 * PERIOD, false));
    refused(next, "b");
    loseWhatWasNotSaved();
    overdue(next);

    LeaseStore.Claim claim = claimBy(next, "b");
    assertEquals("restarted", claim.doubt());
    assertEquals(10 * PERIOD, claim.forgottenOwnershipMillis());
  }

  /** A relaxed server owns the shard, and sends nothing any more. */
  private void leaveInDoubt(long ownershipMillis) {
    RedisStore relaxed = server(redis.address(), true, 0, Witness.none());
    LeaseStore.Claim claim =
        Answered.atLast(() -> relaxed.claim(SHARD, "a", ownershipMillis, false));
    Answered.of(relaxed.whole(SHARD, claim.epoch(), Doubt.NONE));
    append(relaxed, claim.epoch(), 1, begin(0, 1));
  }
}
