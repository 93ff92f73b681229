package io.tenure.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A server that wants a replica to have everything, and a Redis without any. */
class RedisReplicasTest extends RedisGroundwork {

  /** An extension may take a quarter of it: less than half of what any call may take. */
  private static final long TERM_MILLIS = 8_000;

  private static final long ANY_CALL_MILLIS = 5_000;

  private static final int OTHER_ON_THE_SAME_LANE = SHARD + Lines.LANES;

  @Test
  void anExtensionThatNoReplicaHasFailsWithinItsTimeAndClosesNoConnection() throws Exception {
    startRedis();
    var address = RedisAddress.parse(redis.address());
    RedisStore store =
        server(
            new RedisStore.Options(address, 2 * Lines.LANES, false, 1, ANY_CALL_MILLIS, 0),
            Witness.none());
    Answered.failed(Trouble.class, store.claim(SHARD, "a", TERM_MILLIS, false));
    long epoch = Long.parseLong(redis.command("HGET", "tenure:{5}:meta", "epoch"));
    asked++;
    long before = connections();

    var first = store.extend(SHARD, "a", epoch, TERM_MILLIS);
    Trouble late = Answered.failed(Trouble.class, first);
    assertTrue(late.getMessage().contains("0 of 1 replicas"), late.getMessage());
    var other = store.extend(OTHER_ON_THE_SAME_LANE, "a", epoch, TERM_MILLIS);
    Answered.failed(LeaseStore.WentBackwards.class, other);
    assertEquals(before, connections());
  }

  private long connections() throws Exception {
    String stats = redis.command("INFO", "stats");
    String opened = stats.replaceAll("(?s).*total_connections_received:(\\d+).*", "$1").strip();
    return Long.parseLong(opened) - ++asked;
  }

  /** Each question of the test is a connection too. */
  private long asked;
}
