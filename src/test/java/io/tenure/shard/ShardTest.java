package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.call.BlockedWrites;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.commit.BatchAccumulator;
import io.tenure.shard.loop.Mail;
import io.tenure.store.LeaseStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Checks the work of a shard while its server owns it. */
final class ShardTest {

  private final Stage stage = Stage.serving();
  private final TestStore store = stage.store;

  @Test
  void aGrantIsAnsweredWhenTheStoreHasKeptIt() {
    store.mood = TestStore.Mood.SLOW;
    Call call = stage.acquire("a", 0);
    assertNull(stage.answer(call));
    store.goOn();

    stage.granted(call);
  }

  @Test
  void whatEndsBetweenTwoTicksDoesNotWaitForTheNext() {
    Call watch = stage.watch();
    stage.grant("a");
    long endNanos = stage.nanos + 60_000 * Stage.MILLI;
    stage.pass(60_000);
    assertEquals(1, stage.noticesOf(watch).size(), "the grant");
    assertTrue(stage.lookNanos - endNanos < 6 * Stage.MILLI);
    stage.nanos = stage.lookNanos;
    Objects.requireNonNull(stage.look).run();
    stage.turn();

    assertEquals(2, stage.noticesOf(watch).size(), "its end");
  }

  @Test
  void renewalsThatWaitAreHeardBeforeALookEndsLeases() {
    Call watch = stage.watch();
    stage.grant("a");
    stage.pass(60_000);
    List<Integer> toldWhenHeard = new ArrayList<>();
    stage.loop.post(
        new Mail() {
          @Override
          public boolean renewal() {
            return true;
          }

          @Override
          public void open() {
            toldWhenHeard.add(stage.noticesOf(watch).size());
          }
        });
    stage.nanos = stage.lookNanos;
    Objects.requireNonNull(stage.look).run();
    stage.turn();

    assertEquals(List.of(1), toldWhenHeard, "the grant, and not its end");
    assertEquals(2, stage.noticesOf(watch).size());
  }

  @Test
  void whereNothingComesDueNobodyLooksBetweenTwoTicks() {
    stage.grant("a");
    stage.pass(59_000);

    assertNull(stage.look);
  }

  @Test
  void aRenewalIsAnsweredWhileTheStoreIsAway() {
    Reply.Granted lease = stage.grant("a");
    store.mood = TestStore.Mood.AWAY;
    stage.acquire("b", 0);
    stage.pass(1_000);

    assertEquals(60_000, stage.renew(lease.lease()));
  }

  @Test
  void aStoreThatComesBackKeepsWhatWaitedForIt() {
    store.mood = TestStore.Mood.AWAY;
    Call sent = stage.acquire("a", 0);
    stage.pass(100);
    Call held = stage.acquire("b", 0);
    store.mood = TestStore.Mood.ANSWERS;
    stage.pass(100);

    stage.granted(sent);
    stage.granted(held);
    assertEquals(List.of("holds back", "lets in"), stage.log);
  }

  @Test
  void aBatchThatWasKeptWithoutAWordIsKeptOnce() {
    store.mood = TestStore.Mood.MUTE;
    Call call = stage.acquire("a", 0);
    stage.pass(200);
    store.mood = TestStore.Mood.ANSWERS;
    stage.pass(100);

    stage.granted(call);
    assertEquals(1, store.kept.size());
  }

  @Test
  void whatWasSentToAStoreThatStaysAwayIsUnknown() {
    Stage alone = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
    alone.store.mood = TestStore.Mood.AWAY;
    Call sent = alone.acquire("a", 0);
    alone.pass(ShardSettings.PATIENCE_MILLIS + 20);

    assertInstanceOf(CallResult.Unknown.class, alone.answer(sent));
  }

  @Test
  void whatWasHeldBackFromAStoreThatStaysAwayIsNotApplied() {
    Stage alone = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
    alone.store.mood = TestStore.Mood.AWAY;
    alone.acquire("a", 0);
    alone.pass(20);
    Call held = alone.acquire("b", 0);
    alone.pass(ShardSettings.PATIENCE_MILLIS + 20);

    assertEquals(Outcome.UNAVAILABLE, ((Refusal.Refused) alone.said(held)).code());
    alone.store.mood = TestStore.Mood.ANSWERS;
    alone.pass(100);
    alone.grant("b");
  }

  @Test
  void noMoreThanItMayIsHeldBack() {
    store.mood = TestStore.Mood.AWAY;
    stage.acquire("a", 0);
    stage.pass(20);
    for (int call = 0; call < BlockedWrites.CALLS_MAX; call++) {
      assertNull(stage.answer(stage.acquire("b", 0)));
    }

    assertInstanceOf(CallResult.Busy.class, stage.answer(stage.acquire("b", 0)));
  }

  @Test
  void aStoreThatWaitsOnPurposeIsNotAway() {
    store.mood = TestStore.Mood.SLOW;
    store.waitsOnPurpose = true;
    Call first = stage.acquire("a", 0);
    stage.pass(2_000);
    Call second = stage.acquire("b", 0);
    store.waitsOnPurpose = false;
    stage.pass(20);
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(20);

    stage.granted(first);
    stage.granted(second);
    assertEquals(List.of(), stage.log);
  }

  @Test
  void aStoreThatIsSlowHoldsRequestsBackToo() {
    store.mood = TestStore.Mood.SLOW;
    Call first = stage.acquire("a", 0);
    stage.pass(600);
    Call second = stage.acquire("b", 0);
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(20);

    stage.granted(first);
    stage.granted(second);
    assertEquals(List.of("holds back", "lets in"), stage.log);
  }

  @Test
  void whoeverOwnsForEverServesThroughAnyOutage() {
    Stage alone = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
    Reply.Granted lease = alone.grant("a");
    alone.store.mood = TestStore.Mood.AWAY;
    for (int minute = 0; minute < 100; minute++) {
      alone.pass(10_000);
      assertEquals(60_000, alone.renew(lease.lease()));
    }
  }

  @Test
  void whoeverWaitsMayGoWhileItIsHeldBack() {
    store.mood = TestStore.Mood.AWAY;
    stage.acquire("a", 0);
    stage.pass(20);
    Call held = stage.acquire("b", 10_000);
    held.withdraw();

    assertEquals(Outcome.WITHDRAWN, ((Refusal.Refused) stage.said(held)).code());
  }

  @Test
  void whoeverWaitsInTheQueueMayGo() {
    stage.grant("a");
    Call waiting = stage.acquire("a", 10_000);
    waiting.withdraw();

    assertEquals(Outcome.WITHDRAWN, ((Refusal.Refused) stage.said(waiting)).code());
  }

  @Test
  void aFollowerThatFallsTooFarBehindIsCutAndForgotten() {
    Call watch = stage.watch();
    stage.grant("a");
    stage.followersKeepUp = false;
    stage.grant("b");
    assertEquals(List.of(watch), stage.cut);
    stage.pass(20);
    stage.followersKeepUp = true;
    stage.grant("c");

    assertEquals(2, stage.noticesOf(watch).size());
  }

  @Test
  void relaxedAGrantIsAnsweredBeforeTheStoreHasKeptIt() {
    Stage relaxed = new Stage(Stage.rules(LeaseStore.FOR_EVER, true)).open();
    relaxed.grant("first");
    relaxed.store.mood = TestStore.Mood.SLOW;
    LeaseId lease = relaxed.grant("a").lease();

    assertEquals(60_000, relaxed.renew(lease));
  }

  @Test
  void aLeaseThatEndsWhileTheStoreIsAwayStaysEnded() {
    Stage alone = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
    LeaseId lease = alone.grant("a").lease();
    alone.store.mood = TestStore.Mood.AWAY;
    alone.pass(60_100);
    assertEquals(RenewalCode.PENDING, alone.renew(lease));
    alone.store.mood = TestStore.Mood.ANSWERS;
    alone.pass(200);

    assertEquals(RenewalCode.EXPIRED - EndReason.EXPIRED.ordinal(), alone.renew(lease));
    assertInstanceOf(Reply.Granted.class, alone.grant("a"));
  }

  @Test
  void relaxedAPromiseLongerThanTheStoreKnowsOfIsToldOfWhenItIsKept() {
    Stage relaxed = new Stage(Stage.rules(LeaseStore.FOR_EVER, true)).open();
    relaxed.store.mood = TestStore.Mood.SLOW;
    Call first = relaxed.acquire("a", 0);
    assertNull(relaxed.answer(first));
    relaxed.store.goOn();
    relaxed.granted(first);

    relaxed.granted(relaxed.acquire("b", 0));
  }

  @Test
  void relaxedALeaseUnderASessionIsToldOfWhenItIsKept() {
    Stage relaxed = new Stage(Stage.rules(LeaseStore.FOR_EVER, true)).open();
    Reply opened = relaxed.said(relaxed.ask(new Request.OpenSession("anna", 60_000, null)));
    LeaseId session = ((Reply.SessionOpened) opened).session();
    relaxed.store.mood = TestStore.Mood.SLOW;
    Call under = relaxed.ask(AcquireBuilder.of(Key.of("a"), "anna").under(session).build());

    assertNull(relaxed.answer(under), "no quarantine lasts as long as a session may");
    relaxed.store.goOn();
    relaxed.granted(under);
  }

  @Test
  void whoeverAsksWhileTooMuchWaitsForTheStoreDoesNotWaitToo() {
    Stage alone = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
    alone.store.mood = TestStore.Mood.AWAY;
    alone.acquire("a", 0);
    Call last = alone.ask(new Request.Look(Key.of("a")));
    for (int call = 0; call < BatchAccumulator.WAITING_MAX; call++) {
      last = alone.ask(new Request.Look(Key.of("a")));
    }

    assertInstanceOf(CallResult.Unknown.class, alone.answer(last));
  }

  @Test
  void aLeaseThatIsOverWhileTooMuchWaitsForTheStoreIsNotRenewed() {
    Stage alone = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
    Request.Acquire wish = AcquireBuilder.of(Key.of("a"), "anna").ttl(200).build();
    LeaseId lease = alone.granted(alone.ask(wish)).lease();
    alone.store.mood = TestStore.Mood.AWAY;
    alone.acquire("b", 0);
    for (int call = 0; call < BatchAccumulator.WAITING_MAX; call++) {
      alone.ask(new Request.Look(Key.of("c")));
    }
    alone.pass(250);

    assertEquals(RenewalCode.PENDING, alone.renew(lease), "over, once its end is kept");
  }
}
