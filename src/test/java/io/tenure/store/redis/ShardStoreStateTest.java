package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShardStoreStateTest {

  private static final long PERIOD = 3_000;
  private static final long MILLI = 1_000_000;

  private final ShardStoreState state = new ShardStoreState();

  @Test
  void whatRedisHasLostMustStandAnewBeforeItIsNoted() {
    state.claimed(1, PERIOD, 60_000, 60_000, 0);
    assertEquals(60_000, state.stoodMillis(60_000, 0));

    state.advanced(2, PERIOD, 60_000, 10_000 * MILLI);
    state.lostPromises();

    assertEquals(0, state.youngMillis(60_000, 10_000 * MILLI), "it was given before");
    assertEquals(0, state.stoodMillis(60_000, 13_299 * MILLI));
    assertEquals(60_000, state.stoodMillis(60_000, 13_300 * MILLI));
  }
}
