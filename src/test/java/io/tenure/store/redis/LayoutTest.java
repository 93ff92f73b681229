package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.LeaseStore.WentBackwards;
import io.tenure.store.StoreUnavailableException;
import io.tenure.store.Witness;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks the number of shards of a store after Redis has lost this number in part or completely.
 */
class LayoutTest extends RedisGroundwork {

  private static final String FIRST = "tenure:{0}:meta";

  @Test
  void afterAFlushWhoeverAsksFirstDecidesAndNobodyElseGetsAShard() throws Exception {
    startRedis();
    RedisStore eight = server();
    long epoch = claim(eight).epoch();
    append(eight, epoch, 1, begin(0, 1));
    redis.command("FLUSHALL");
    RedisStore sixteen = with(16);
    Answered.of(sixteen.sameLayout());

    Answered.failed(WentBackwards.class, eight.append(SHARD, epoch, 2, List.of(begin(1, 2))));
    assertRefused(16, eight, SHARD);
    assertRefused(16, eight, 0);
    claimAfterALook(sixteen, SHARD, "a");
  }

  @Test
  void aShardRemembersItEvenWhereTheFirstOneHasForgotten() throws Exception {
    startRedis();
    claim(server());
    redis.command("HDEL", FIRST, "shards");

    assertRefused(8, with(16), SHARD);
  }

  @Test
  void aStoreOfBeforeTakesTheNumberOfWhoAsksFirst() throws Exception {
    startRedis();
    long epoch = claim(server()).epoch();
    redis.command("HDEL", FIRST, "shards");
    redis.command("HDEL", "tenure:{5}:meta", "shards");
    RedisStore sixteen = with(16);

    Answered.of(sixteen.sameLayout());

    assertEquals("16", redis.command("HGET", FIRST, "shards"));
    assertTrue(claim(sixteen).epoch() > epoch);
    assertRefused(16, server(), SHARD);
  }

  @Test
  void whoCannotBeToldAtTheStartIsToldAtEachClaim() throws Exception {
    startRedis();
    claim(server());
    redis.command("CONFIG", "SET", "maxmemory", "1");
    redis.command("HDEL", FIRST, "shards");
    RedisStore sixteen = with(16);
    Answered.of(sixteen.sameLayout());
    Answered.failed(StoreUnavailableException.class, sixteen.claim(SHARD, "b", PERIOD, false));
    redis.command("CONFIG", "SET", "maxmemory", "0");
    claim(server());

    assertRefused(8, sixteen, SHARD);
  }

  private RedisStore with(int shards) {
    return server(RedisOptions.of(RedisAddress.parse(redis.address()), shards), Witness.none());
  }

  private static void assertRefused(int first, RedisStore store, int shard) {
    String no =
        String.valueOf(
            Answered.failed(Refused.class, store.claim(shard, "b", PERIOD, false)).getMessage());
    assertTrue(no.startsWith("the store was first used with " + first + " shards"), no);
  }
}
