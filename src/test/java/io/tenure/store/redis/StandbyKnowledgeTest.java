package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.LeaseStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An owner in doubt learns from the standbys what Redis has lost. */
class StandbyKnowledgeTest extends TakeOverGroundwork {

  private static final long HOUR = 3_600_000;

  private RedisStore first;
  private RedisStore standby;

  @BeforeEach
  void start() throws Exception {
    startRedis();
    first = server();
    standby = server();
    long epoch = claimBy(first, "a").epoch();
    append(first, epoch, 1, begin(0, 1));
    Answered.of(first.leave(SHARD, "a", epoch));
    redis.command("SAVE");
  }

  @Test
  void aPromiseThatAStandbyKnowsReachesTheOwnerInDoubt() throws Exception {
    claimBy(server(), "c");
    redis.command("HSET", META, "promised", "" + HOUR);
    refused(standby, "b");
    loseWhatWasNotSaved();

    learns(server(), HOUR, PERIOD);
  }

  @Test
  void anOwnershipPeriodThatAStandbyKnowsReachesTheOwnerInDoubt() throws Exception {
    RedisStore longer = server();
    Answered.atLast(() -> longer.claim(SHARD, "c", 10 * PERIOD, false));
    refused(standby, "b");
    loseWhatWasNotSaved();

    learns(server(), LeaseStore.Epoch.AHEAD_MILLIS_MAX, 10 * PERIOD);
  }

  private void learns(RedisStore next, long promised, long forgotten) {
    LeaseStore.Claim claim = claimBy(next, "a");
    assertEquals("restarted", claim.doubt());
    assertFalse(extend(next, claim.epoch()).learns());
    refused(standby, "b");

    assertTrue(extend(next, claim.epoch()).learns());
    LeaseStore.Claim again = claimBy(next, "a");
    assertTrue(again.quarantineMillis() >= promised, again.toString());
    assertEquals(forgotten, again.forgottenOwnershipMillis());
    assertFalse(extend(next, again.epoch()).learns());
  }

  @Test
  void aQuarantineDoesNotEndBeforeTheOwnerHasLearnedThat() throws Exception {
    LeaseStore.Claim claim = claimInDoubtUnderAStandbyThatKnowsMore();

    Answered.failed(
        LeaseStore.Refused.class,
        first.advance(SHARD, "a", claim.epoch(), PERIOD, claim.identity()));
  }

  @Test
  void whatTheOwnerHasHeardSinceItsClaimCountsForNothing() throws Exception {
    first = server(redis.address(), false, 0, witness);
    LeaseStore.Claim claim = claimInDoubtUnderAStandbyThatKnowsMore();
    witness.promise(2 * HOUR);

    assertTrue(extend(first, claim.epoch()).learns());
  }

  @Test
  void whatAStandbyHearsOfTheOwnerInDoubtIsNothingNewToThat() throws Exception {
    claimBy(server(), "c");
    loseWhatWasNotSaved();
    LeaseStore.Claim claim = claimBy(first, "a");
    refused(standby, "b");
    redis.command("HSET", META, "promised", "" + HOUR);
    refused(standby, "b");
    refused(standby, "b");

    assertFalse(extend(first, claim.epoch()).learns());
  }

  @Test
  void anOwnerWithADoubtThatIsOverLearnsNothing() throws Exception {
    LeaseStore.Claim claim = claimInDoubtUnderAStandbyThatKnowsMore();
    assertTrue(extend(first, claim.epoch()).learns());
    Answered.atLast(() -> first.whole(SHARD, claim.epoch(), LeaseStore.Doubt.NONE));
    redis.command("HSET", META, "doubt", "backwards", "forgotten", "" + 10 * PERIOD);

    assertFalse(extend(first, claim.epoch()).learns());
    advance(first, claim.epoch(), claim.identity());
    assertEquals("0", redis.command("HEXISTS", META, "doubt"));
  }

  private LeaseStore.Claim claimInDoubtUnderAStandbyThatKnowsMore() throws Exception {
    claimBy(server(), "c");
    redis.command("HSET", META, "promised", "" + HOUR);
    refused(standby, "b");
    loseWhatWasNotSaved();
    LeaseStore.Claim claim = claimBy(first, "a");
    refused(standby, "b");
    return claim;
  }

  @Test
  void withoutADoubtAStandbyTellsNothing() throws Exception {
    RedisStore next = server();
    LeaseStore.Claim claim = claimBy(next, "a");
    redis.command("HSET", META, "promised", "" + HOUR);
    refused(standby, "b");
    redis.command("HSET", META, "promised", "" + PERIOD);
    refused(standby, "b");

    assertEquals("" + PERIOD, redis.command("HGET", META, "promised"));
    assertFalse(extend(next, claim.epoch()).learns());
  }
}
