package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.call.AbandonedLeases;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.commit.BatchAccumulator;
import io.tenure.store.LeaseStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that no lease holds a key without a caller that can know of it. */
final class AbandonedLeasesTest {

  private final Stage stage = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();

  private Call acquire(String key, @Nullable String requestId) {
    AcquireBuilder wish = AcquireBuilder.of(Key.of(key), "anna").ttl(60_000);
    return stage.ask((requestId == null ? wish : wish.requestId(requestId)).build());
  }

  private int holders(String key) {
    return holders(stage, key);
  }

  private static int holders(Stage stage, String key) {
    Reply reply = stage.said(stage.ask(new Request.Look(Key.of(key))));
    return assertInstanceOf(Reply.KeyState.class, reply).holders().size();
  }

  private void storeIsAwayLongerThanAnyPatience() {
    stage.pass(ShardSettings.PATIENCE_MILLIS + 1_000);
    stage.store.mood = TestStore.Mood.ANSWERS;
    stage.pass(1_000);
  }

  @Test
  void whatIsGrantedAfterItsCallerWasToldThatItIsUnknownIsReleased() {
    stage.store.mood = TestStore.Mood.MUTE;
    Call nameless = acquire("a", null);
    storeIsAwayLongerThanAnyPatience();

    assertInstanceOf(CallResult.Unknown.class, stage.answer(nameless));
    assertEquals(0, holders("a"));
  }

  @Test
  void aCallerThatHasARequestIdFindsItsLease() {
    stage.store.mood = TestStore.Mood.MUTE;
    Call named = acquire("a", "mine");
    storeIsAwayLongerThanAnyPatience();

    assertInstanceOf(CallResult.Unknown.class, stage.answer(named));
    assertTrue(stage.granted(acquire("a", "mine")).repeated());
  }

  @Test
  void soIsTheNewLeaseOfATransfer() {
    LeaseId lease = stage.grant("a").lease();
    stage.store.mood = TestStore.Mood.MUTE;
    Call transfer = stage.ask(new Request.Transfer(lease, "ben", null));
    storeIsAwayLongerThanAnyPatience();

    assertInstanceOf(CallResult.Unknown.class, stage.answer(transfer));
    assertEquals(0, holders("a"));
  }

  @Test
  void soIsWhatAWaiterGetsWhileTooMuchWaitsForTheStore() {
    Request.Acquire wish = AcquireBuilder.of(Key.of("a"), "anna").ttl(200).build();
    LeaseId lease = stage.granted(stage.ask(wish)).lease();
    Call waiting = stage.acquire("a", 60_000);
    stage.store.mood = TestStore.Mood.AWAY;
    stage.acquire("b", 0);
    for (int call = 0; call < BatchAccumulator.WAITING_MAX; call++) {
      stage.ask(new Request.Look(Key.of("c")));
    }
    stage.pass(250);
    stage.renew(lease);
    assertInstanceOf(CallResult.Unknown.class, stage.answer(waiting));
    storeIsAwayLongerThanAnyPatience();

    assertEquals(0, holders("a"));
  }

  /** The store writes a grant of {@code patienceMillis} and answers nothing any more. */
  private static void ownershipRunsOutBehindAGrant(long patienceMillis) {
    Stage shared =
        new Stage(
                new ShardSettings(
                    Limits.DEFAULT, "me", Stage.OWNERSHIP_MILLIS, false, patienceMillis))
            .open();
    shared.store.mood = TestStore.Mood.MUTE;
    Call nameless = shared.acquire("a", 0);
    shared.pass(2_000);
    boolean early = shared.answer(nameless) != null;
    assertEquals(patienceMillis < 2_000, early);
    storeAnswersAfterTheOwnership(shared);

    assertInstanceOf(CallResult.Unknown.class, shared.answer(nameless));
    assertEquals(0, holders(shared, "a"));
    assertEquals(0, shared.stats().leases());
  }

  private static void storeAnswersAfterTheOwnership(Stage shared) {
    shared.pass(Stage.OWNERSHIP_MILLIS);
    assertFalse(shared.shard.serves());
    shared.store.mood = TestStore.Mood.ANSWERS;
    shared.pass(3_000);
    assertTrue(shared.shard.serves());
  }

  @Test
  void soIsWhatTheStoreHasWhenTheOwnershipHasRunOut() {
    ownershipRunsOutBehindAGrant(ShardSettings.PATIENCE_MILLIS);
  }

  @Test
  void soIsItWhenTheCallerWasToldBefore() {
    ownershipRunsOutBehindAGrant(500);
  }

  @Test
  void soIsWhatBecomesDurableWhenTheOwnershipIsOver() {
    Stage shared = Stage.serving();
    shared.store.mood = TestStore.Mood.SLOW;
    Call nameless = shared.acquire("a", 0);
    shared.stop(Stage.OWNERSHIP_MILLIS);
    shared.store.mood = TestStore.Mood.ANSWERS;
    shared.store.goOn();
    assertInstanceOf(CallResult.Unknown.class, shared.answer(nameless));
    shared.pass(3_000);

    assertEquals(0, shared.stats().leases());
  }

  @Test
  void afterTheOwnershipACallerThatHasARequestIdFindsItsLease() {
    Stage shared = Stage.serving();
    Request named = AcquireBuilder.of(Key.of("a"), "anna").ttl(60_000).requestId("mine").build();
    shared.store.mood = TestStore.Mood.MUTE;
    Call first = shared.ask(named);
    storeAnswersAfterTheOwnership(shared);

    assertInstanceOf(CallResult.Unknown.class, shared.answer(first));
    assertTrue(shared.granted(shared.ask(named)).repeated());
  }

  @Test
  void whatTheStoreNeverGotIsForgottenAndTheKeyIsGrantedToOthers() {
    Stage shared = Stage.serving();
    shared.store.mood = TestStore.Mood.AWAY;
    Call nameless = shared.acquire("a", 0);
    storeAnswersAfterTheOwnership(shared);

    assertInstanceOf(CallResult.Unknown.class, shared.answer(nameless));
    LeaseId next = shared.grant("a").lease();
    shared.pass(1_000);
    assertTrue(shared.renew(next) > 0);
  }

  @Test
  void anotherServerOwnsTheShardMeanwhile() {
    Stage shared = Stage.serving();
    shared.store.mood = TestStore.Mood.MUTE;
    shared.acquire("a", 0);
    shared.pass(Stage.OWNERSHIP_MILLIS);
    shared.store.owner = "other";
    shared.store.mood = TestStore.Mood.ANSWERS;
    shared.pass(3_000);
    assertFalse(shared.shard.serves());
    shared.store.owner = "";
    shared.pass(3_000);

    assertEquals(0, shared.stats().leases());
  }

  @Test
  void theLeaseOfACallerThatHasGoneIsReleasedAfterTenMinutesWithoutAStore() {
    LeaseId lease = stage.granted(day("a")).lease();
    stage.store.mood = TestStore.Mood.AWAY;
    stage.shard.abandon(lease);
    stage.pass(600_000);
    assertTrue(stage.shard.serves());
    stage.store.mood = TestStore.Mood.ANSWERS;
    stage.pass(2_000);

    assertEquals(0, holders("a"));
    assertEquals(0, stage.stats().leases());
    stage.granted(day("a"));
  }

  @Test
  void itIsReleasedAfterAnOwnershipThatEndedMeanwhile() {
    Stage shared = Stage.serving();
    LeaseId lease = shared.grant("a").lease();
    shared.store.mood = TestStore.Mood.AWAY;
    shared.pass(2 * Stage.OWNERSHIP_MILLIS);
    shared.shard.abandon(lease);
    shared.pass(1_000);
    shared.store.mood = TestStore.Mood.ANSWERS;
    shared.pass(3_000);

    assertTrue(shared.shard.serves());
    assertEquals(0, shared.stats().leases());
  }

  private Call day(String key) {
    return stage.ask(AcquireBuilder.of(Key.of(key), "anna").ttl(86_400_000).build());
  }

  @Test
  void theirNumberHasALimit() {
    AbandonedLeases abandoned = new AbandonedLeases(stage.shard);
    LeaseId lease = stage.grant("a").lease();
    for (int more = 0; more < 20_000; more++) {
      abandoned.add(lease);
    }
    List<Call> asked = new ArrayList<>();
    abandoned.letGo(20_000, asked::add);

    assertEquals(16_384, asked.size());
  }

  @Test
  void aReleaseThatComesToNothingIsAskedForAgain() {
    AbandonedLeases abandoned = new AbandonedLeases(stage.shard);
    Request.Acquire asked = AcquireBuilder.of(Key.of("a"), "anna").ttl(60_000).build();
    abandoned.add(asked, stage.grant("a"));
    Call[] calls = new Call[1];
    for (CallResult answer :
        new CallResult[] {
          new CallResult.Unknown(),
          new CallResult.Busy(100),
          new CallResult.Elsewhere(),
          new CallResult.Said(new Reply.Released(7, 0))
        }) {
      calls[0] = null;
      abandoned.letGo(10, call -> calls[0] = call);
      calls[0].origin().answered(calls[0], answer);
    }
    calls[0] = null;
    abandoned.letGo(10, call -> calls[0] = call);

    assertEquals(null, calls[0]);
  }
}
