package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.store.LeaseStore;
import org.junit.jupiter.api.Test;

/** Checks a shard that is opened again or rewritten, with cases that the simulation found. */
final class ShardAgainTest {

  @Test
  void whoLeavesAWatchOfAnEarlierReignEndsNobodyElses() {
    Stage stage = Stage.serving();
    Call former = stage.watch();
    stage.store.mood = TestStore.Mood.AWAY;
    stage.pass(Stage.OWNERSHIP_MILLIS);
    stage.store.mood = TestStore.Mood.ANSWERS;
    stage.pass(3_000);
    Call present = stage.watch();
    assertEquals(former.ticket(), present.ticket());
    former.withdraw();
    stage.grant("a");

    assertEquals(1, stage.noticesOf(present).size());
  }

  @Test
  void aBatchWithoutAnswerIsSentAgainWhileEverythingIsWrittenAnew() {
    Stage stage = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
    stage.grant("a");
    stage.store.next = 1_000;
    Call noticed = stage.acquire("b", 0);
    stage.store.mood = TestStore.Mood.SLOW;
    stage.pass(20);
    stage.store.goOn();
    stage.store.goOn();
    stage.store.mood = TestStore.Mood.AWAY;
    stage.pass(20);
    stage.store.mood = TestStore.Mood.ANSWERS;
    stage.store.goOn();
    stage.pass(500);

    stage.granted(noticed);
    assertTrue(stage.store.whole);
  }

  @Test
  void whoWasHeldBackBeforeAPauseIsLetInAfterIt() {
    Stage stage = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
    stage.store.mood = TestStore.Mood.SLOW;
    stage.acquire("a", 0);
    stage.pass(600);
    Call held = stage.acquire("b", 0);
    stage.stop(ShardSettings.PATIENCE_MILLIS + 1_000);
    stage.store.mood = TestStore.Mood.ANSWERS;
    stage.store.goOn();
    stage.pass(20);

    stage.granted(held);
  }

  @Test
  void aWatchWhoseBeginningIsUnknownIsNoneAnyMore() {
    Stage stage = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
    stage.store.mood = TestStore.Mood.AWAY;
    stage.acquire("a", 0);
    Call watch = stage.watch();
    stage.pass(ShardSettings.PATIENCE_MILLIS + 30);

    assertInstanceOf(CallResult.Unknown.class, stage.answer(watch));
    assertEquals(0, stage.stats().watchers());
  }
}
