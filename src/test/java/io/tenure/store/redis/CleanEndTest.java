package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.store.LeaseStore;
import org.junit.jupiter.api.Test;

/** Checks the possible losses of a restarted Redis after a server had left in order. */
class CleanEndTest extends RedisGroundwork {

  @Test
  void afterACleanEndARestartedRedisThatFlushesAlwaysHasLostNothing() throws Exception {
    startRedis("appendonly yes", "appendfsync always");
    RedisStore first = server();
    long epoch = claimForEver(first).epoch();
    append(first, epoch, 1, begin(0, 1));
    Answered.of(first.leave(SHARD, "a", epoch));
    redis.stop();
    redis.restart();

    assertEquals(0, claimForEver(server()).quarantineMillis());
  }

  @Test
  void afterACleanEndTheSameServerMayHaveClaimedForEverWhatARestartedRedisHasLost()
      throws Exception {
    startRedis();
    RedisStore first = server();
    long epoch = claimForEver(first).epoch();
    append(first, epoch, 1, begin(0, 1));
    Answered.of(first.leave(SHARD, "a", epoch));
    redis.command("SAVE");
    RedisStore second = server();
    append(second, claimForEver(second).epoch(), 1, begin(1, 2));
    redis.kill();
    redis.restart();

    assertEquals("1", redis.command("HGET", "tenure:{5}:meta", "clean"));
    assertEquals("restarted", claimForEver(server()).doubt());
  }

  @Test
  void afterACleanEndAnotherServerMayHaveClaimedWhatARestartedRedisHasLost() throws Exception {
    startRedis();
    RedisStore first = server();
    long epoch = claim(first).epoch();
    append(first, epoch, 1, begin(0, 1));
    Answered.of(first.leave(SHARD, "a", epoch));
    redis.command("SAVE");
    RedisStore second = server();
    append(second, claim(second).epoch(), 1, begin(1, 2));
    redis.kill();
    redis.restart();

    assertEquals("1", redis.command("HGET", "tenure:{5}:meta", "clean"));
    assertEquals("restarted", claim(server()).doubt());
  }

  private static LeaseStore.Claim claimForEver(RedisStore by) {
    return Answered.atLast(() -> by.claim(SHARD, "a", LeaseStore.FOR_EVER, false));
  }
}
