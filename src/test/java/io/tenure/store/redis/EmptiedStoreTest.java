package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.LeaseStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Redis that has lost everything looks new to a server that remembers nothing. */
class EmptiedStoreTest extends TakeOverGroundwork {

  private RedisStore owner;
  private LeaseStore.Claim own;

  @BeforeEach
  void own() throws Exception {
    startRedis();
    owner = server();
    own = claimBy(owner, "a");
    append(owner, own.epoch(), 1, begin(0, 1));
  }

  private void theOwnerWritesEverythingAgain() {
    assertTrue(advance(owner, own.epoch(), own.identity()).wentBackwards());
  }

  @Test
  void aNewServerWaitsForAnOwnerThatLivesBeforeItTakesAnEmptyStoreForANewOne() throws Exception {
    redis.command("FLUSHALL");
    RedisStore next = server();
    standBy(next, "b", LATE - 1);
    refused(next, "b");

    theOwnerWritesEverythingAgain();

    clock.passMillis(1);
    assertTrue(refused(next, "b").toString().contains("owned by a"));
  }

  @Test
  void aRedisThatStartsEmptyIsWaitedForToo() throws Exception {
    loseWhatWasNotSaved();

    assertTrue(refused(server(), "b").toString().contains("or is new"));
  }

  @Test
  void anEmptyStoreIsNewWhenNoOwnerHasClaimedForAnOwnershipPeriod() throws Exception {
    redis.command("FLUSHALL");
    RedisStore next = server();
    standBy(next, "b", LATE);

    assertEquals("", claimBy(next, "b").doubt());
  }

  @Test
  void theWaitBeginsAnewOnAnotherRedis() throws Exception {
    redis.command("FLUSHALL");
    RedisStore next = server();
    standBy(next, "b", LATE - 100);
    loseWhatWasNotSaved();
    standBy(next, "b", LATE - 100);

    refused(next, "b");
  }

  @Test
  void theWaitBeginsAnewWhenAnOwnerHasComeAndWasLostAgainUnseen() throws Exception {
    redis.command("FLUSHALL");
    RedisStore next = server();
    standBy(next, "b", LATE - PERIOD / 2);
    refused(next, "b");
    theOwnerWritesEverythingAgain();
    redis.command("FLUSHALL");
    clock.passMillis(PERIOD / 2);

    refused(next, "b");
  }

  @Test
  void everyServerWaitsWhereNoOwnerIsNamedAndOneKnowsOfALoss() throws Exception {
    Answered.of(owner.leave(SHARD, "a", own.epoch()));
    witness.durable(SHARD, own.epoch() + 100, 1);

    refused(server(redis.address(), false, 0, witness), "b");

    assertTrue(refused(server(), "c").toString().contains("waits for one ownership period"));
  }

  @Test
  void theWaitIsAsLongAsTheLongestOwnershipPeriodThatIsKnown() throws Exception {
    RedisStore longer = server();
    overdue(longer);
    Answered.atLast(() -> longer.claim(SHARD, "c", 10 * PERIOD, false));
    RedisStore next = server();
    refused(next, "b");
    redis.command("FLUSHALL");
    standBy(next, "b", 10 * LATE - 1);

    refused(next, "b");
  }

  @Test
  void aServerThatHasJustStartedLeavesTheOnlyCopyToItsOwner() throws Exception {
    refused(server(redis.address(), false, 0, witness), "b");
    redis.command("FLUSHALL");

    refused(server(redis.address(), false, 0, witness), "b");

    theOwnerWritesEverythingAgain();
  }

  @Test
  void aStandbyThatWasSilentLeavesTheOnlyCopyToItsOwner() throws Exception {
    RedisStore standby = server(redis.address(), false, 0, witness);
    overdue(standby);
    redis.command("FLUSHALL");

    refused(standby, "b");

    theOwnerWritesEverythingAgain();
  }

  @Test
  void aServerThatHasLostItsOwnershipLeavesTheOnlyCopyToTheNextOwner() throws Exception {
    RedisStore next = server();
    overdue(next);
    LeaseStore.Claim taken = claimBy(next, "b");
    redis.command("FLUSHALL");

    refused(owner, "a");

    assertTrue(
        Answered.of(next.advance(SHARD, "b", taken.epoch(), PERIOD, taken.identity()))
            .wentBackwards());
  }

  @Test
  void anOwnerThatItHasOvertakenIsNoOwnerThoughAnOlderStoreNamesThatAgain() throws Exception {
    RedisStore former = server(redis.address(), false, 0, witness);
    overdue(former);
    claimBy(former, "b");
    redis.command("SAVE");
    RedisStore next = server();
    standBy(next, "c", LATE);
    LeaseStore.Claim taken = claimBy(next, "c");
    refused(former, "b");
    loseWhatWasNotSaved();

    assertTrue(
        Answered.atLast(() -> next.advance(SHARD, "c", taken.epoch(), PERIOD, taken.identity()))
            .wentBackwards());
  }

  @Test
  void theLossThatOneServerKnowsOfIsADoubtForEveryServerThatWaits() throws Exception {
    refused(server(redis.address(), false, 0, witness), "b");
    redis.command("FLUSHALL");
    RedisStore next = server();
    refused(next, "c");
    refused(server(redis.address(), false, 0, witness), "b");
    standBy(next, "c", LATE);

    LeaseStore.Claim claim = claimBy(next, "c");

    assertEquals("backwards", claim.doubt());
    assertTrue(claim.quarantineMillis() > 0);
  }

  @Test
  void aLossThatAServerKnowsOfIsADoubtThoughTheStoreNamesTheOwnerBeforeIt() throws Exception {
    RedisStore next = server(redis.address(), false, 0, witness);
    append(owner, own.epoch(), 2, begin(1, 2));
    refused(next, "b");
    redis.command("HSET", META, "place", "1");
    RedisStore unaware = server();
    refused(unaware, "c");
    refused(next, "b");
    standBy(unaware, "c", LATE);

    assertEquals("backwards", claimBy(unaware, "c").doubt());
  }

  @Test
  void anOwnerThatLacksNothingEndsTheDoubtOfAnotherServer() throws Exception {
    redis.command("HSET", META, "doubt", "backwards", "doubted", "1", "forgotten", "" + PERIOD);

    assertFalse(advance(owner, own.epoch(), own.identity()).wentBackwards());

    assertEquals("0", redis.command("HEXISTS", META, "doubt"));
  }

  @Test
  void aStoreThatNoOtherServerSharesIsClaimedAtOnce() throws Exception {
    redis.command("FLUSHALL");
    RedisStore alone = server();

    assertEquals(
        "", Answered.atLast(() -> alone.claim(SHARD, "b", LeaseStore.FOR_EVER, false)).doubt());
  }

  @Test
  void aShardThatWasHandedBackIsClaimedAtOnce() throws Exception {
    Answered.of(owner.leave(SHARD, "a", own.epoch()));

    assertEquals("", Answered.of(server().claim(SHARD, "b", PERIOD, false)).doubt());
  }
}
