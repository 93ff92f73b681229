package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStoreContract;
import io.tenure.store.StoreUnusableException;
import io.tenure.store.Witness;
import io.vertx.core.Vertx;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of stores, checked with the Redis at {@link #address}. */
abstract class RedisContract extends LeaseStoreContract {

  /** More shards than there are tests. */
  static final int SHARDS = 64;

  private static Vertx vertx;
  private RedisStore store;

  abstract String address();

  @BeforeAll
  static void openVertx() {
    vertx =
        Vertx.builder()
            .with(new io.vertx.core.VertxOptions().setPreferNativeTransport(true))
            .build();
  }

  @AfterAll
  static void closeVertx() {
    Answered.of(vertx.close());
  }

  @BeforeEach
  void open() {
    store = store(SHARDS);
    waitForAnOwnerOfBefore();
  }

  private void waitForAnOwnerOfBefore() {
    clock.passMillis(
        PERIOD * 11 / 10,
        () -> Answered.failed(LeaseStore.Refused.class, store.claim(shard, "a", PERIOD, false)));
  }

  @AfterEach
  void close() {
    Answered.of(store.close());
  }

  @Test
  void whoHasAnotherNumberOfShardsIsRefusedWhicheverItClaims() {
    claim("a");
    RedisStore other = store(SHARDS + 32);

    for (int claimed : new int[] {shard, 0, SHARDS + 1}) {
      var no = Answered.failed(LeaseStore.Refused.class, other.claim(claimed, "b", PERIOD, false));
      assertEquals(
          "the store was first used with 64 shards, and this server has 96; start it with"
              + " --shards 64, or use another store",
          no.getMessage());
    }
    String atTheStart =
        String.valueOf(
            Answered.failed(StoreUnusableException.class, other.sameLayout()).getMessage());
    assertTrue(atTheStart.contains("--shards 64"), atTheStart);
    Answered.of(store.sameLayout());
    Answered.of(other.close());
  }

  private RedisStore store(int shards) {
    return store(vertx, shards);
  }

  /** Pauses pass by the clock of the test. */
  final RedisStore store(Vertx on, int shards) {
    var options =
        new RedisOptions(
            RedisAddress.parse(address()), shards, false, 0, RedisOptions.CALL_MILLIS, TTL);
    var lines = new LinesByHand(new RedisConnections(on, options), clock);
    return new RedisStore(lines, options, UUID.randomUUID().toString(), clock, Witness.none());
  }

  @Override
  public LeaseStore store() {
    return store;
  }

  @Override
  public Vertx vertx() {
    return vertx;
  }
}
