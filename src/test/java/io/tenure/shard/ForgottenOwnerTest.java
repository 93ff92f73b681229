package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.vertx.core.Future;
import org.junit.jupiter.api.Test;

/**
 * Checks a shard that was claimed in doubt, while an owner that the store has forgotten may still
 * serve it.
 */
final class ForgottenOwnerTest {

  private static final long FORGOTTEN_MILLIS = 7_000;

  private final Stage stage = new Stage();
  private final TestStore store = stage.store;
  private long epoch;

  private void claimInDoubt() {
    store.quarantineMillis = 10_000;
    store.forgottenOwnershipMillis = FORGOTTEN_MILLIS;
    stage.pass(20);
    epoch = store.epoch;
  }

  private ShardReport report() {
    stage.pass(10);
    return stage.shard.report();
  }

  @Test
  void itIsOpenedWhenThatOwnerMustBeSilent() {
    claimInDoubt();
    stage.pass(FORGOTTEN_MILLIS - 50);
    assertFalse(stage.shard.serves());
    assertInstanceOf(CallResult.Elsewhere.class, stage.answer(stage.acquire("a", 0)));

    stage.pass(300);
    assertTrue(stage.shard.serves());
    assertEquals(epoch, store.epoch, "owned all the time");
  }

  @Test
  void aWallClockThatIsSetForwardShortensNoWait() {
    claimInDoubt();
    for (int step = 0; step < 5; step++) {
      stage.pass(1_300);
      stage.wallMillis += 500;
    }
    assertFalse(stage.shard.serves());

    stage.pass(800);
    assertTrue(stage.shard.serves());
    assertEquals(epoch, store.epoch, "owned all the time");
  }

  @Test
  void anOperatorSeesWhyItIsNotServed() {
    claimInDoubt();

    assertEquals(ShardState.AWAITING_OPENING, report().state());
    assertEquals("me", report().owner());
    assertEquals(
        "waits 7000 ms for an owner that the store may have forgotten to be silent",
        report().note());
  }

  @Test
  void whatIsRecoveredHasItsFullTimeFromTheOpening() {
    stage.open();
    LeaseId lease = stage.grant("a").lease();
    claimInDoubt();
    store.epoch++;
    stage.acquire("b", 0);
    while (stage.shard.serves()) {
      stage.pass(10);
    }
    while (!stage.shard.serves()) {
      stage.pass(10);
    }

    Call look = stage.ask(new Request.Inspect(lease));
    Reply.LeaseState state = assertInstanceOf(Reply.LeaseState.class, stage.said(look));
    assertEquals(60_000, state.lease().remainingMillis());
  }

  @Test
  void itWaitsAnewWhenAnotherRedisHasTheShard() {
    claimInDoubt();
    stage.pass(FORGOTTEN_MILLIS / 2);
    store.elsewhere = true;
    stage.pass(Stage.OWNERSHIP_MILLIS / 2);
    store.elsewhere = false;
    stage.pass(FORGOTTEN_MILLIS / 2);
    assertFalse(stage.shard.serves());
    assertTrue(store.epoch > epoch, "claimed anew");

    stage.pass(FORGOTTEN_MILLIS);
    assertTrue(stage.shard.serves());
  }

  @Test
  void itIsClaimedAnewWhenAStandbyKnowsOfALongerPromise() {
    claimInDoubt();
    stage.pass(FORGOTTEN_MILLIS - Stage.OWNERSHIP_MILLIS / 2);
    store.learns = true;
    store.quarantineMillis = 3_600_000;
    stage.pass(FORGOTTEN_MILLIS);
    assertTrue(store.epoch > epoch, "claimed anew");
    assertFalse(store.learns);

    stage.pass(Stage.OWNERSHIP_MILLIS);
    assertTrue(stage.shard.serves());
    assertTrue(report().quarantineMillis() > 3_500_000);
  }

  @Test
  void itIsClaimedAnewTooWhenAStandbyTellsThatOnceItIsOpen() {
    claimInDoubt();
    stage.pass(FORGOTTEN_MILLIS + 300);
    assertTrue(stage.shard.serves());
    store.learns = true;
    store.quarantineMillis = 3_600_000;
    stage.pass(Stage.OWNERSHIP_MILLIS / 2);
    assertFalse(stage.shard.serves());

    stage.pass(FORGOTTEN_MILLIS + Stage.OWNERSHIP_MILLIS);
    assertTrue(stage.shard.serves());
    assertTrue(report().quarantineMillis() > 3_500_000);
  }

  @Test
  void anOwnerThatWritesTheShardAgainHasTheOnlyCopyAndLearnsAfterThat() {
    claimInDoubt();
    stage.pass(FORGOTTEN_MILLIS + 300);
    store.confirmsLate = true;
    store.forget();
    while (store.confirmations.isEmpty()) {
      stage.pass(10);
    }
    store.learns = true;
    stage.pass(Stage.OWNERSHIP_MILLIS / 2);
    assertTrue(stage.shard.serves());

    store.confirmsLate = false;
    store.confirmations.remove().run();
    stage.pass(Stage.OWNERSHIP_MILLIS / 2);
    assertFalse(stage.shard.serves());
  }

  @Test
  void itIsOpenedOnlyWhenTheStoreHasConfirmedItAfterThat() {
    claimInDoubt();
    stage.pass(FORGOTTEN_MILLIS - 500);
    store.mood = TestStore.Mood.AWAY;
    stage.pass(1_000);
    assertFalse(stage.shard.serves());

    store.mood = TestStore.Mood.ANSWERS;
    stage.pass(200);
    assertTrue(stage.shard.serves());
    assertEquals(epoch, store.epoch, "owned all the time");
  }

  @Test
  void whoeverLeavesMeanwhileHandsItBack() {
    claimInDoubt();
    Future<Void> left = stage.shard.leave();
    stage.pass(20);

    assertTrue(left.succeeded());
    assertEquals("", store.owner);
  }
}
