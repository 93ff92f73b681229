package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.Request;
import io.tenure.core.Change;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.vertx.core.Future;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks how a shard gets its owner, and how the owner loses it. */
final class ShardOwnershipTest {

  private final Stage stage = Stage.serving();
  private final TestStore store = stage.store;

  @Test
  void whenTheOwnershipRunsOutNothingIsAcknowledged() {
    LeaseId lease = stage.grant("a").lease();
    store.mood = TestStore.Mood.AWAY;
    Call sent = stage.acquire("b", 0);
    stage.pass(Stage.OWNERSHIP_MILLIS);

    assertEquals(RenewalCode.ELSEWHERE, stage.renew(lease));
    assertInstanceOf(CallResult.Unknown.class, stage.answer(sent));
    assertInstanceOf(CallResult.Elsewhere.class, stage.answer(stage.acquire("c", 0)));
  }

  @Test
  void aLeaseIdStaysGoodWhenItsShardIsLoadedAgain() {
    LeaseId lease = stage.grant("a").lease();
    store.mood = TestStore.Mood.AWAY;
    stage.pass(Stage.OWNERSHIP_MILLIS);
    store.mood = TestStore.Mood.ANSWERS;
    stage.pass(3_000);

    assertTrue(stage.shard.serves());
    assertEquals(60_000, stage.renew(lease));
  }

  /** A claim is a sign of life, for which another server waits longer than a period. */
  @Test
  void aShardThatCannotBeLoadedIsLeftToAnotherServer() {
    store.unreadable = true;
    stage.stop(Stage.OWNERSHIP_MILLIS);
    stage.pass(2_000);
    int before = store.claims;
    assertEquals(3, before, "a load that failed once is tried again at once");

    stage.pass(Stage.OWNERSHIP_MILLIS * 11 / 10);
    assertEquals(before, store.claims);

    store.unreadable = false;
    stage.pass(Stage.OWNERSHIP_MILLIS);
    assertTrue(stage.shard.serves());
  }

  @Test
  void aServerThatWasFrozenAcknowledgesNothing() {
    LeaseId lease = stage.grant("a").lease();
    Call late = new Call(stage.shard, new Request.Renew(List.of(lease)), null, stage);
    stage.stop(Stage.OWNERSHIP_MILLIS);
    stage.loop.post(late);
    stage.turn();

    assertInstanceOf(CallResult.Elsewhere.class, stage.answer(late));
  }

  @Test
  void aMachineThatWasSuspendedAcknowledgesNothing() {
    LeaseId lease = stage.grant("a").lease();
    stage.wallMillis += Stage.OWNERSHIP_MILLIS;

    assertEquals(RenewalCode.ELSEWHERE, stage.renew(lease));
  }

  @Test
  void anOwnershipThatRanOutIsClaimedAgainThoughNoOtherServerIsSeen() {
    LeaseId lease = stage.grant("a").lease();
    long epoch = store.epoch;
    stage.stop(Stage.OWNERSHIP_MILLIS);
    stage.loop.tick();

    assertEquals(60_000, stage.renew(lease));
    assertEquals(List.of("steps down: the ownership ran out"), stage.log);
    assertTrue(store.epoch > epoch);
  }

  @Test
  void whoeverLosesTheShardToAnotherSaysSo() {
    store.mood = TestStore.Mood.SLOW;
    Call sent = stage.acquire("a", 0);
    Call waiting = stage.acquire("a", 10_000);
    store.epoch++;
    store.owner = "another";
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();

    assertInstanceOf(CallResult.Unknown.class, stage.answer(sent));
    assertInstanceOf(CallResult.Elsewhere.class, stage.answer(waiting));
    assertFalse(stage.shard.serves());
  }

  @Test
  void aStandbyTakesOverWhenTheOwnerHasGone() {
    Stage standby = new Stage();
    standby.store.owner = "another";
    standby.pass(1_000);
    assertFalse(standby.shard.serves());
    standby.store.owner = "";
    standby.pass(300);

    assertTrue(standby.shard.serves());
  }

  @Test
  void whatWasAnsweredAndNeverKeptIsSaidWithTheNextClaim() {
    Stage relaxed = new Stage(Stage.rules(Stage.OWNERSHIP_MILLIS, true)).open();
    relaxed.grant("a");
    relaxed.pass(20);
    assertFalse(relaxed.store.answeredInVain);
    relaxed.store.mood = TestStore.Mood.AWAY;
    relaxed.grant("b");
    relaxed.pass(Stage.OWNERSHIP_MILLIS);
    relaxed.store.mood = TestStore.Mood.ANSWERS;
    relaxed.pass(3_000);

    assertTrue(relaxed.shard.serves());
    assertTrue(relaxed.store.answeredInVain);
  }

  @Test
  void whatTheStoreHasHeardOfIsNotSaidAgain() {
    Stage relaxed = new Stage(Stage.rules(Stage.OWNERSHIP_MILLIS, true)).open();
    relaxed.grant("a");
    relaxed.store.mood = TestStore.Mood.AWAY;
    relaxed.grant("b");
    relaxed.pass(Stage.OWNERSHIP_MILLIS);
    relaxed.store.mood = TestStore.Mood.ANSWERS;
    relaxed.pass(2_000);
    assertTrue(relaxed.store.answeredInVain);
    relaxed.stop(Stage.OWNERSHIP_MILLIS);
    relaxed.pass(2_000);

    assertTrue(relaxed.shard.serves());
    assertFalse(relaxed.store.answeredInVain);
  }

  @Test
  void theStoreIsToldThatNothingIsInDoubtWhenTheQuarantineIsOver() {
    Stage unclean = new Stage();
    unclean.store.quarantineMillis = 1_000;
    unclean.open();
    unclean.pass(900);
    assertEquals(List.of(), unclean.store.settled);
    unclean.pass(200);

    assertEquals(List.of(unclean.store.epoch), unclean.store.settled);
  }

  @Test
  void aShardThatMayHaveLostLeasesGrantsNothingAtFirst() {
    Stage unclean = new Stage();
    unclean.store.quarantineMillis = 1_000;
    unclean.open();
    assertInstanceOf(Refusal.Held.class, unclean.said(unclean.acquire("a", 0)));
    Call waiting = unclean.acquire("a", 10_000);
    unclean.pass(1_100);

    unclean.granted(waiting);
  }

  @Test
  void whoeverGoesHandsTheShardBackInOrder() {
    LeaseId lease = stage.grant("a").lease();
    Call waiting = stage.acquire("a", 10_000);
    store.mood = TestStore.Mood.SLOW;
    Call sent = stage.acquire("b", 0);
    stage.shard.leave();
    assertInstanceOf(CallResult.Elsewhere.class, stage.answer(waiting));
    assertInstanceOf(CallResult.Elsewhere.class, stage.answer(stage.acquire("c", 0)));
    assertEquals(60_000, stage.renew(lease));
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(20);

    stage.granted(sent);
    assertEquals("", store.owner);
    assertEquals(RenewalCode.ELSEWHERE, stage.renew(lease));
    stage.pass(5_000);
    assertFalse(stage.shard.serves());
  }

  @Test
  void aLeaseThatIsOverWhileItsServerLeavesIsNotRenewed() {
    Request.Acquire wish = AcquireBuilder.of(Key.of("a"), "anna").ttl(200).build();
    LeaseId lease = stage.granted(stage.ask(wish)).lease();
    store.mood = TestStore.Mood.SLOW;
    stage.acquire("b", 0);
    stage.shard.leave();
    stage.pass(250);

    assertEquals(RenewalCode.PENDING, stage.renew(lease), "over, once its end is kept");
  }

  @Test
  void noWaiterThatWasSentElsewhereGetsAKeyWhileItsServerLeaves() {
    Request.Acquire wish = AcquireBuilder.of(Key.of("a"), "anna").ttl(200).build();
    LeaseId lease = stage.granted(stage.ask(wish)).lease();
    stage.acquire("a", 10_000);
    store.mood = TestStore.Mood.SLOW;
    stage.acquire("b", 0);
    stage.shard.leave();
    stage.pass(250);
    stage.renew(lease);
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(20);

    assertEquals("", store.owner, "handed back");
    assertEquals(2, store.kept.stream().filter(Change.Begin.class::isInstance).count());
  }

  @Test
  void aFollowerIsCutWhenTheShardIsLost() {
    Call watch = stage.watch();
    store.mood = TestStore.Mood.AWAY;
    stage.pass(Stage.OWNERSHIP_MILLIS);

    assertEquals(List.of(watch), stage.cut);
  }

  @Test
  void whoeverAnsweredBeforeTheStoreAndLostTheShardGrantsNothingAtFirst() {
    Stage relaxed = new Stage(Stage.rules(Stage.OWNERSHIP_MILLIS, true)).open();
    relaxed.grant("first");
    relaxed.store.mood = TestStore.Mood.AWAY;
    relaxed.grant("a");
    relaxed.pass(Stage.OWNERSHIP_MILLIS);
    relaxed.store.mood = TestStore.Mood.ANSWERS;
    relaxed.pass(3_000);

    assertInstanceOf(Refusal.Held.class, relaxed.said(relaxed.acquire("a", 0)));
    Call waiting = relaxed.acquire("a", 100_000);
    relaxed.pass(60_000);
    relaxed.granted(waiting);
  }

  @Test
  void whoeverGoesWhileAClaimIsUnderWayHandsBackWhatItClaimed() {
    Stage late = new Stage();
    late.store.mood = TestStore.Mood.SLOW;
    late.pass(20);
    Future<Void> left = late.shard.leave();
    late.store.mood = TestStore.Mood.ANSWERS;
    late.store.goOn();
    late.pass(20);

    assertTrue(left.succeeded());
    assertEquals("", late.store.owner);
    assertFalse(late.shard.serves());
  }

  @Test
  void whoeverGoesWhileItLoadsDoesNotReadToTheEnd() {
    stage.grant("a");
    Stage late = new Stage();
    late.store.kept.addAll(store.kept);
    late.store.mood = TestStore.Mood.SLOW;
    late.pass(20);
    late.store.goOn();
    late.store.mood = TestStore.Mood.ANSWERS;
    Future<Void> left = late.shard.leave();
    late.pass(20);

    assertTrue(left.succeeded());
    assertEquals("", late.store.owner);
    late.store.goOn();
    late.pass(20);
    assertFalse(late.shard.serves());
  }

  @Test
  void whoeverGoesWhileItStandsByIsGoneAtOnce() {
    Stage standby = new Stage();
    standby.store.owner = "another";
    standby.pass(100);
    Future<Void> left = standby.shard.leave();
    standby.pass(10);

    assertTrue(left.succeeded());
    assertEquals("another", standby.store.owner);
  }

  @Test
  void whoeverLosesTheShardWhileItGoesIsGone() {
    store.mood = TestStore.Mood.SLOW;
    stage.acquire("a", 0);
    Future<Void> left = stage.shard.leave();
    store.epoch++;
    store.owner = "another";
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(20);

    assertTrue(left.succeeded());
    assertEquals("another", store.owner);
  }
}
