package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Checks the epochs in which a shard assigns its numbers. */
final class ShardEpochsTest {

  private final Stage stage = Stage.serving();
  private final TestStore store = stage.store;

  @Test
  void tokensGrowWhenTheStoreHasLostEverything() {
    long token = stage.grant("a").token();
    store.forget();
    Stage next = new Stage();
    next.stop(5);
    next.open();

    assertTrue(next.grant("a").token() > token);
  }

  @Test
  void aClaimOfTheSameSecondNumbersOnFromALaterPlace() {
    long token = stage.grant("a").token();
    Stage next = new Stage();
    next.stop(1);
    next.open();
    long later = next.grant("a").token();

    assertEquals(token >>> 22, later >>> 22);
    assertTrue(later > token);
  }

  @Test
  void anEpochAheadOfTheClockOfTheStoreIsOpenedWhenTheClockHasReachedIt() {
    long token = stage.grant("a").token();
    Stage second = new Stage();
    second.stop(400);
    second.store.epoch = store.epoch;
    second.pass(590);
    assertFalse(second.shard.serves());
    second.pass(30);
    assertTrue(second.shard.serves());
    long told = second.grant("a").token();
    assertTrue(told > token);

    // The store has lost everything: a third server has only the clock for its claim.
    Stage third = new Stage();
    third.stop(second.wallMillis - third.wallMillis + 1);
    assertTrue(third.open().grant("a").token() > told);
  }

  @Test
  void anOwnerThatAdvancesAheadOfTheClockGoesOnWithTheNumbersItHas() {
    long token = stage.grant("a").token();
    stage.pass(Stage.OWNERSHIP_MILLIS / 3 - 30);
    stage.wallMillis -= 2_000;
    store.elsewhere = true;
    stage.pass(60);
    store.elsewhere = false;
    long last = stage.grant("b").token();

    assertEquals(token >>> 22, last >>> 22);
    assertTrue(store.epoch > last >>> 22, "it has advanced");
    stage.pass(3_000);
    assertEquals(store.epoch, stage.grant("c").token() >>> 22);
  }

  @Test
  void anEpochFarAheadIsOpenedAtOnce() {
    Stage ahead = new Stage();
    ahead.store.epoch = (ahead.wallMillis - 1_577_836_800_000L) / 1_000 + 3_600;
    ahead.pass(20);

    assertTrue(ahead.shard.serves());
  }
}
