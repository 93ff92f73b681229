package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.TTL;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Checks scripts that Redis executes, or answers, too late to count. */
class LateAnswersTest extends TakeOverGroundwork {

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
    assertEquals(TTL, again.quarantineMillis());
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
    String beat = redis.command("HGET", META, "beat");
    standBy(standby, "b", LATE - PERIOD / 2);
    refused(standby, "b");
    extend(owner, epoch);
    followAndReturn();
    clock.passMillis(PERIOD / 2);

    assertEquals(beat, redis.command("HGET", META, "beat"), "it has lost the extension");
    String why = String.valueOf(refused(standby, "b").getMessage());
    assertTrue(why.contains("for another " + LATE + " ms"), why);
  }
}
