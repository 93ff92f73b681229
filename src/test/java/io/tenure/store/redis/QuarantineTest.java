package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.TTL;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.core.Change;
import io.tenure.core.TenureImage;
import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Doubt;
import io.tenure.store.LeaseStore.WentBackwards;
import io.tenure.store.Witness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks when a store demands a quarantine because holders may still believe in lost leases. */
class QuarantineTest extends RedisGroundwork {

  private static final String[] EVERY_SECOND = {"appendonly yes", "appendfsync everysec"};
  private static final String[] ALWAYS = {"appendonly yes", "appendfsync always"};

  @Test
  void thereIsNoneAfterACrashOfTheServerAlone() throws Exception {
    startRedis();
    append(server(), claim(stores.get(0)).epoch(), 1, begin(0, 1));

    assertEquals(0, claim(server()).quarantineMillis());
  }

  @Test
  void aShardWhoseOwnerDiedWhileWritingItAnewIsInOne() throws Exception {
    startRedis();
    RedisStore first = server();
    append(first, claim(first).epoch(), 1, begin(0, 1));
    long epoch = advance(first, claim(first)).epoch();
    Answered.of(first.wipe(SHARD, epoch));

    assertEquals(TTL, claim(server()).quarantineMillis());
  }

  /**
   * No store knows how long holders believe in lost leases, nor which shards are informed of the
   * loss.
   */
  @Test
  void itsOwnerAloneSaysWhenItIsOver() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), true, 0, Witness.none());
    append(first, claim(first).epoch(), 1, begin(0, 1));
    RedisStore second = server();
    var claim = claim(second);
    assertEquals(TTL, claim.quarantineMillis());
    assertEquals(PERIOD, claim.forgottenOwnershipMillis());
    clock.passMillis(2 * (TTL + PERIOD));
    append(second, claim.epoch(), 1, begin(1, 2));
    Answered.of(second.extend(SHARD, "a", claim.epoch(), PERIOD));
    Answered.of(second.leave(SHARD, "a", claim.epoch()));

    RedisStore third = server();
    claim = claim(third);
    assertEquals(TTL, claim.quarantineMillis());
    Answered.of(third.whole(SHARD, claim.epoch(), Doubt.NONE));

    claim = claim(server());
    assertEquals("", claim.doubt());
    assertEquals(0, claim.quarantineMillis());
    assertEquals(0, claim.forgottenOwnershipMillis());
  }

  @Test
  void anUncleanStartAfterARelaxedOwnerIsInOneAndACleanOneIsNot() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), true, 0, Witness.none());
    append(first, claim(first).epoch(), 1, begin(0, 1));
    assertEquals(0, claim(first).quarantineMillis(), "a mere claim again");

    RedisStore second = server();
    var claim = claim(second);
    assertEquals(TTL, claim.quarantineMillis());
    Answered.of(second.whole(SHARD, claim.epoch(), Doubt.NONE));
    RedisStore third = server(redis.address(), true, 0, Witness.none());
    claim = claim(third);
    append(third, claim.epoch(), 1, begin(1, 2));
    Answered.of(third.leave(SHARD, "a", claim.epoch()));

    assertEquals(0, claim(server()).quarantineMillis());
  }

  @Test
  void aRestartedRedisThatFlushesEverySecondMayHaveLostTheLast() throws Exception {
    startRedis(EVERY_SECOND);
    append(server(), claim(stores.get(0)).epoch(), 1, begin(0, 1));
    redis.await(() -> redis.command("INFO", "persistence").contains("aof_buffer_length:0"));
    redis.kill();
    redis.restart();

    assertEquals(TTL, claim(server()).quarantineMillis());
  }

  @Test
  void aRestartedRedisThatFlushesAlwaysHasLostNothing() throws Exception {
    startRedis(ALWAYS);
    append(server(), claim(stores.get(0)).epoch(), 1, begin(0, 1));
    redis.kill();
    redis.restart();

    RedisStore next = server();
    var claim = claim(next);
    assertEquals(0, claim.quarantineMillis());
    assertEquals(List.of(begin(0, 1)), load(next, claim.epoch()));
  }

  @Test
  void aRedisThatDoesNotTellHowItKeepsIsNotTrusted() throws Exception {
    startRedis("appendonly yes", "appendfsync always", "rename-command CONFIG \"\"");
    append(server(), claim(stores.get(0)).epoch(), 1, begin(0, 1));
    redis.kill();
    redis.restart();

    assertEquals(TTL, claim(server()).quarantineMillis());
  }

  @Test
  void theServerItselfFindsOutThatRedisWentBackwards() throws Exception {
    startRedis();
    RedisStore store = server();
    var claim = claim(store);
    long epoch = claim.epoch();
    append(store, epoch, 1, begin(0, 1));
    redis.command("FLUSHALL");

    Answered.failed(WentBackwards.class, store.append(SHARD, epoch, 2, List.of(begin(1, 2))));
    Answered.failed(WentBackwards.class, store.leave(SHARD, "a", epoch));
    var again = advance(store, claim);
    assertTrue(again.epoch() > epoch);
    assertTrue(again.wentBackwards());
    Answered.of(store.wipe(SHARD, again.epoch()));
    append(store, again.epoch(), 1, begin(0, 1));
    Answered.of(store.whole(SHARD, again.epoch(), Doubt.NONE));

    assertEquals(0, claim(server()).quarantineMillis());
  }

  @Test
  void aWitnessFindsOutThatRedisLostAll() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), false, 0, witness);
    long epoch = claim(first).epoch();
    append(first, epoch, 1, begin(0, 1));
    redis.command("FLUSHALL");

    var claim = claimAfterALook(server(redis.address(), false, 0, witness), SHARD, "a");
    assertEquals(TTL, claim.quarantineMillis());
    assertTrue(claim.epoch() > epoch);
    assertEquals(TTL, claim(server(redis.address(), false, 0, witness)).quarantineMillis());
  }

  @Test
  void aWitnessFindsOutThatRedisLostTheLastBatch() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), false, 0, witness);
    long epoch = claim(first).epoch();
    append(first, epoch, 1, begin(0, 1));
    append(first, epoch, 2, begin(1, 2));
    redis.command("HSET", "tenure:{5}:meta", "place", "1");

    RedisStore next = server(redis.address(), false, 0, witness);
    assertEquals(TTL, claimAfterALook(next, SHARD, "a").quarantineMillis());
  }

  @Test
  void whoeverStandsByRemembersWhatTheOwnerHadKept() throws Exception {
    startRedis();
    RedisStore owner = server();
    long epoch = claim(owner).epoch();
    append(owner, epoch, 1, begin(0, 1));
    RedisStore standby = server(redis.address(), false, 0, witness);
    Answered.failed(LeaseStore.Refused.class, standby.claim(SHARD, "b", PERIOD, false));
    redis.command("FLUSHALL");

    var claim = claimAfterALook(standby, SHARD, "b");
    assertEquals(TTL, claim.quarantineMillis());
    assertTrue(claim.epoch() > epoch);
  }

  @Test
  void anOwnerThatRedisForgotHasTheRestOfItsTermToWriteEverythingAgain() throws Exception {
    startRedis();
    RedisStore owner = server();
    var own = claim(owner);
    long epoch = own.epoch();
    append(owner, epoch, 1, begin(0, 1));
    RedisStore standby = server(redis.address(), false, 0, witness);
    Answered.failed(LeaseStore.Refused.class, standby.claim(SHARD, "b", PERIOD, false));
    redis.command("FLUSHALL");
    standBy(standby, "b", PERIOD * 11 / 10 - 1);

    Answered.failed(LeaseStore.Refused.class, standby.claim(SHARD, "b", PERIOD, false));
    Answered.failed(WentBackwards.class, owner.extend(SHARD, "a", epoch, PERIOD));
    long next = advance(owner, own).epoch();
    Answered.of(owner.wipe(SHARD, next));
    append(owner, next, 1, begin(0, 1));
    Answered.of(owner.whole(SHARD, next, Doubt.NONE));
    standBy(standby, "b", PERIOD * 11 / 10);

    var claim = Answered.of(standby.claim(SHARD, "b", PERIOD, false));
    assertEquals(0, claim.quarantineMillis());
    assertEquals(List.of(begin(0, 1)), load(standby, claim.epoch()));
  }

  @Test
  void anOwnerForEverThatRedisForgotIsNotWaitedForEver() throws Exception {
    startRedis();
    RedisStore owner = server();
    Answered.of(owner.claim(SHARD, "a", LeaseStore.FOR_EVER, false));
    RedisStore standby = server(redis.address(), false, 0, witness);
    Answered.failed(LeaseStore.Refused.class, standby.claim(SHARD, "b", PERIOD, false));
    redis.command("FLUSHALL");

    standBy(standby, "b", 3_300);
    Answered.of(standby.claim(SHARD, "b", PERIOD, false));
  }

  @Test
  void anOwnerThatLeftInOrderIsFollowedAtOnce() throws Exception {
    startRedis();
    RedisStore owner = server();
    long epoch = claim(owner).epoch();
    append(owner, epoch, 1, begin(0, 1));
    RedisStore standby = server(redis.address(), false, 0, witness);
    Answered.failed(LeaseStore.Refused.class, standby.claim(SHARD, "b", PERIOD, false));
    append(owner, epoch, 2, begin(1, 2));
    Answered.of(owner.leave(SHARD, "a", epoch));

    assertEquals(0, Answered.of(standby.claim(SHARD, "b", PERIOD, false)).quarantineMillis());
  }

  @Test
  void theFirstBatchOfAnEpochIsMissedToo() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    append(store, epoch, 1, begin(0, 1));
    redis.command("HDEL", "tenure:{5}:meta", "place");

    Answered.failed(WentBackwards.class, store.append(SHARD, epoch, 2, List.of(begin(1, 2))));
    Answered.failed(WentBackwards.class, store.extend(SHARD, "a", epoch, PERIOD));
    Answered.failed(WentBackwards.class, store.whole(SHARD, epoch, Doubt.NONE));
  }

  @Test
  void anEpochIsOfOneServerOnly() throws Exception {
    startRedis();
    RedisStore first = server();
    String aheadOfTheClock = "1000000000";
    redis.command("HSET", META, "epoch", aheadOfTheClock);
    long epoch = claim(first).epoch();
    redis.command("HDEL", META, "owner", "server", "attempt");
    redis.command("HSET", META, "epoch", aheadOfTheClock);
    RedisStore second = server();
    assertEquals(epoch, Answered.of(second.claim(SHARD, "b", PERIOD, false)).epoch());

    Answered.failed(LeaseStore.Refused.class, first.append(SHARD, epoch, 1, List.of(begin(0, 1))));
    append(second, epoch, 1, begin(0, 1));
  }

  @Test
  void itLastsAsLongAsTheLongestTermThatWasPromised() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), true, 0, Witness.none());
    long epoch = claim(first).epoch();
    var hard =
        new TenureImage.Lease(
            new TenureImage.Common(3, 3, new TenureImage.Secret(1, 2), "h", 1_000, List.of(), 1),
            Key.of("k"),
            Mode.EXCLUSIVE,
            -1,
            new TenureImage.RareTimes(98_304, 0, 0),
            null,
            null);
    append(first, epoch, 1, begin(0, 1), new Change.Begin(hard));
    append(first, epoch, 3, begin(0, 4));

    assertEquals(98_304, claim(server()).quarantineMillis());
  }
}
