package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.LeaseStore;
import io.tenure.store.StoreUnavailableException;
import io.tenure.store.Witness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks a server that requires a replica for durability, with a Redis that has none. */
class RedisReplicasTest extends RedisGroundwork {

  /** An extension may take a quarter of this: less than half of the limit of other calls. */
  private static final long OWNERSHIP_MILLIS = 8_000;

  private static final long ANY_CALL_MILLIS = 5_000;

  private static final int OTHER_SHARD = SHARD + ConnectionSource.LANES;

  @Test
  void anExtensionThatNoReplicaHasFailsWithinItsTimeAndClosesNoConnection() throws Exception {
    startRedis();
    var address = RedisAddress.parse(redis.address());
    RedisStore store =
        server(
            new RedisOptions(address, 2 * ConnectionSource.LANES, false, 1, ANY_CALL_MILLIS, 0),
            Witness.none());
    Answered.failed(
        StoreUnavailableException.class, store.claim(SHARD, "a", OWNERSHIP_MILLIS, false));
    long epoch = Long.parseLong(redis.command("HGET", "tenure:{5}:meta", "epoch"));
    asked++;

    var first = store.extend(SHARD, "a", epoch, OWNERSHIP_MILLIS);
    StoreUnavailableException late = Answered.failed(StoreUnavailableException.class, first);
    assertTrue(late.toString().contains("0 of 1 replicas"), late.getMessage());
    long before = connections();
    var other = store.extend(OTHER_SHARD, "a", epoch, OWNERSHIP_MILLIS);
    Answered.failed(LeaseStore.WentBackwards.class, other);
    assertEquals(before, connections());
  }

  @Test
  void anExtensionDoesNotWaitBehindABatchThatNoReplicaHas() throws Exception {
    startRedis();
    long term = 3_000;
    RedisStore store =
        server(
            new RedisOptions(
                RedisAddress.parse(redis.address()),
                2 * ConnectionSource.LANES,
                false,
                1,
                RedisOptions.CALL_MILLIS,
                0),
            Witness.none());
    Answered.failed(StoreUnavailableException.class, store.claim(SHARD, "a", term, false));
    long epoch = Long.parseLong(redis.command("HGET", "tenure:{5}:meta", "epoch"));
    asked++;
    Answered.failed(StoreUnavailableException.class, store.extend(SHARD, "a", epoch, term));
    long before = connections();

    var append = store.append(SHARD, epoch, 1, List.of(begin(0, 1)));
    var extension = store.extend(SHARD, "a", epoch, term);
    String late =
        String.valueOf(Answered.failed(StoreUnavailableException.class, extension).getMessage());
    assertTrue(late.contains("0 of 1 replicas"), late);
    String kept =
        String.valueOf(Answered.failed(StoreUnavailableException.class, append).getMessage());
    assertTrue(kept.contains("0 of 1 replicas"), kept);
    assertEquals(before, connections());
  }

  private long connections() throws Exception {
    String stats = redis.command("INFO", "stats");
    String opened = stats.replaceAll("(?s).*total_connections_received:(\\d+).*", "$1").strip();
    return Long.parseLong(opened) - ++asked;
  }

  /** The connections of the test itself: each of its commands opens one. */
  private long asked;
}
