package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.Change;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.commit.LostJournalRewriter;
import io.tenure.store.LeaseStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the rewriting of the journal after the store has lost data and the server lives. */
final class LostJournalRewriterTest {

  private final Stage stage = new Stage(Stage.rules(LeaseStore.FOR_EVER, false)).open();
  private final TestStore store = stage.store;

  @Test
  void everythingIsWrittenAgainAndNothingIsLost() {
    List<LeaseId> held = new ArrayList<>();
    for (int key = 0; key < 2_000; key++) {
      held.add(stage.grant("key" + key).lease());
    }
    store.forget();
    Call next = stage.acquire("next", 0);
    stage.pass(500);

    held.add(stage.granted(next).lease());
    assertTrue(store.whole);
    assertEquals(List.of("wrote anew"), stage.log);
    Stage successor = successor();
    for (LeaseId lease : held) {
      assertEquals(60_000, successor.renew(lease));
    }
  }

  @Test
  void tokensGoOnGrowing() {
    long before = stage.grant("a").token();
    store.forget();
    Call next = stage.acquire("b", 0);
    stage.pass(500);

    assertTrue(stage.granted(next).token() > before);
    assertTrue(stage.grant("c").token() > stage.granted(next).token());
  }

  @Test
  void nothingIsAnsweredBeforeAllIsWritten() {
    LeaseId lease = stage.grant("a").lease();
    store.forget();
    Call next = stage.acquire("b", 0);
    store.mood = TestStore.Mood.SLOW;
    for (int step = 0; step < 3; step++) {
      stage.pass(60);
      assertNull(stage.answer(next));
      assertEquals(60_000, stage.renew(lease));
      store.goOn();
    }
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(100);

    stage.granted(next);
  }

  @Test
  void thatAnotherStoreAnswersDoesNotBeginItOnceMore() {
    Stage owner = Stage.serving();
    for (int key = 0; key < 2 * LostJournalRewriter.AHEAD_MAX; key++) {
      owner.grant("key" + key);
    }
    owner.store.forget();
    owner.store.elsewhere = true;
    owner.acquire("next", 0);
    while (owner.store.whole) {
      owner.pass(10);
    }
    long epoch = owner.store.epoch;
    owner.store.mood = TestStore.Mood.SLOW;
    owner.pass(Stage.OWNERSHIP_MILLIS / 2);
    owner.store.mood = TestStore.Mood.ANSWERS;
    owner.store.goOn();
    owner.pass(1_000);

    assertEquals(epoch, owner.store.settled.get(0));
    assertTrue(owner.store.epoch > epoch, "it advances when all is written");
  }

  @Test
  void noMoreIsSaidAgainThanMayWaitForTheStore() {
    int keys = 2 * (LostJournalRewriter.AHEAD_MAX + LostJournalRewriter.RECORDS_PER_TURN);
    for (int key = 0; key < keys; key++) {
      stage.grant("key" + key);
    }
    store.forget();
    stage.acquire("next", 0);
    while (store.whole) {
      stage.pass(10);
    }
    store.mood = TestStore.Mood.SLOW;
    stage.pass(10L * keys / LostJournalRewriter.RECORDS_PER_TURN);
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.turn();

    assertTrue(store.kept.size() > LostJournalRewriter.AHEAD_MAX, "it fills what it may");
    assertTrue(
        store.kept.size() <= LostJournalRewriter.AHEAD_MAX + LostJournalRewriter.RECORDS_PER_TURN);
    stage.pass(1_000);
    assertEquals(List.of("wrote anew"), stage.log);
  }

  @Test
  void whatChangesMeanwhileIsKeptToo() {
    List<LeaseId> held = new ArrayList<>();
    for (int key = 0; key < 2_000; key++) {
      held.add(stage.grant("key" + key).lease());
    }
    store.forget();
    store.mood = TestStore.Mood.SLOW;
    Call release = stage.ask(new Request.Release(held.get(0)));
    stage.pass(60);
    store.goOn();
    stage.pass(60);
    Call second = stage.ask(new Request.Release(held.get(1_999)));
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(500);

    assertTrue(stage.said(release) instanceof Reply.Released);
    assertTrue(stage.said(second) instanceof Reply.Released);
    Stage successor = successor();
    assertEquals(60_000, successor.renew(held.get(1)));
    successor.grant("key0");
    successor.grant("key1999");
  }

  @Test
  void aStoreThatGoesBackwardsOnceMoreIsWrittenOnceMore() {
    LeaseId lease = stage.grant("a").lease();
    store.forget();
    Call next = stage.acquire("b", 0);
    store.mood = TestStore.Mood.SLOW;
    stage.pass(60);
    store.goOn();
    stage.pass(20);
    store.forget();
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(2_000);

    stage.granted(next);
    assertEquals(60_000, successor().renew(lease));
  }

  @Test
  void aConfirmationFromBeforeItWentBackwardsOnceMoreIsNone() {
    stage.grant("a");
    store.forget();
    store.confirmsLate = true;
    Call next = stage.acquire("b", 0);
    awaitConfirmations(1);
    store.forget();
    awaitConfirmations(2);

    store.confirmations.remove().run();
    stage.turn();
    assertNull(stage.answer(next));
    assertEquals(List.of(), stage.log);
    store.confirmations.remove().run();
    stage.turn();
    stage.granted(next);
    assertEquals(List.of("wrote anew"), stage.log);
  }

  private void awaitConfirmations(int count) {
    for (int look = 0; store.confirmations.size() < count && look < 1_000; look++) {
      stage.pass(10);
    }
    assertEquals(count, store.confirmations.size());
  }

  @Test
  void aStoreThatIsAwayMeanwhileIsWaitedFor() {
    LeaseId lease = stage.grant("a").lease();
    store.forget();
    Call next = stage.acquire("b", 0);
    store.mood = TestStore.Mood.MUTE;
    stage.pass(1_000);
    assertNull(stage.answer(next));
    store.mood = TestStore.Mood.ANSWERS;
    stage.pass(2_000);

    stage.granted(next);
    assertEquals(60_000, successor().renew(lease));
  }

  @Test
  void aReignThatEndsMeanwhileLeavesToTheNextOneWhatIsLeft() {
    Stage brief = Stage.serving();
    LeaseId lease = brief.grant("a").lease();
    List<Change> left = List.copyOf(brief.store.kept);
    brief.store.forget();
    brief.store.kept.addAll(left);
    brief.acquire("b", 0);
    brief.store.mood = TestStore.Mood.SLOW;
    brief.pass(Stage.OWNERSHIP_MILLIS);
    assertFalse(brief.shard.serves());
    brief.store.mood = TestStore.Mood.ANSWERS;
    brief.store.goOn();
    brief.pass(2_000);

    assertEquals(60_000, brief.renew(lease));
  }

  @Test
  void anIdleShardNoticesByItself() {
    LeaseId lease = stage.grant("a").lease();
    store.forget();
    stage.pass(5_000);

    assertEquals(List.of("wrote anew"), stage.log);
    assertEquals(60_000, successor().renew(lease));
  }

  @Test
  void whoeverFindsThatAnotherWasFasterStepsDown() {
    stage.grant("a");
    store.forget();
    store.owner = "another";
    Call next = stage.acquire("b", 0);
    stage.pass(100);

    assertTrue(stage.answer(next) instanceof CallResult.Unknown);
    assertFalse(stage.shard.serves());
  }

  private Stage successor() {
    Stage successor = new Stage();
    successor.store.kept.addAll(store.kept);
    successor.store.epoch = store.epoch;
    successor.wallMillis = stage.wallMillis + 5_000;
    return successor.open();
  }
}
