package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.TERM;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.LeaseStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Redis that has lost everything looks new to a server that remembers nothing. */
class EmptiedStoreTest extends TakeOverGroundwork {

  private RedisStore owner;
  private long epoch;

  @BeforeEach
  void own() throws Exception {
    startRedis();
    owner = server();
    epoch = claimBy(owner, "a").epoch();
    append(owner, epoch, 1, begin(0, 1));
  }

  @Test
  void aNewServerWaitsForAnOwnerThatLivesBeforeItTakesAnEmptyStoreForANewOne() throws Exception {
    redis.command("FLUSHALL");
    RedisStore next = server();
    refused(next, "b");
    clock.passMillis(LATE - 1);
    refused(next, "b");

    LeaseStore.Claim again = claimBy(owner, "a");

    assertEquals("backwards", again.doubt());
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
    refused(next, "b");
    clock.passMillis(LATE);

    assertEquals("", claimBy(next, "b").doubt());
  }

  @Test
  void theWaitBeginsAnewOnAnotherRedis() throws Exception {
    redis.command("FLUSHALL");
    RedisStore next = server();
    refused(next, "b");
    clock.passMillis(LATE - 100);
    loseWhatWasNotSaved();
    refused(next, "b");
    clock.passMillis(LATE - 100);

    refused(next, "b");
  }

  @Test
  void aServerThatHasJustStartedLeavesTheOnlyCopyToItsOwner() throws Exception {
    refused(server(redis.address(), false, 0, witness), "b");
    redis.command("FLUSHALL");

    RedisStore restarted = server(redis.address(), false, 0, witness);
    refused(restarted, "b");

    assertEquals("backwards", claimBy(owner, "a").doubt());
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
    Answered.of(owner.leave(SHARD, "a", epoch));

    assertEquals("", Answered.of(server().claim(SHARD, "b", TERM, false)).doubt());
  }
}
