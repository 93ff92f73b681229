package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.OperatorRequest;
import io.tenure.api.Reply;
import io.tenure.shard.call.Call;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks a quarantine that an operator ends, and the status of the shard meanwhile. */
final class ShardQuarantineTest {

  private static final long QUARANTINE_MILLIS = 60_000;

  private final Stage stage = new Stage();
  private final TestStore store = stage.store;

  private ShardReport report() {
    stage.pass(300);
    return stage.shard.report();
  }

  private void openInQuarantine() {
    store.quarantineMillis = QUARANTINE_MILLIS;
    stage.open();
    stage.pass(1_000);
  }

  private Reply end() {
    return stage.said(stage.ask(new OperatorRequest.EndQuarantine(0, "no worker runs")));
  }

  @Test
  void waitersAreServedAtOnceWhenAnOperatorEndsIt() {
    openInQuarantine();
    assertEquals("restarted", report().doubt());
    Call waiting = stage.acquire("a", 5_000);
    assertNull(stage.answer(waiting));

    Reply.QuarantineEnded ended = assertInstanceOf(Reply.QuarantineEnded.class, end());
    assertTrue(ended.ended());
    assertEquals("restarted", ended.doubt());
    assertTrue(ended.remainingMillis() > QUARANTINE_MILLIS / 2);
    stage.pass(20);
    stage.granted(waiting);
    assertEquals(0, report().quarantineMillis());
    assertEquals("", report().doubt());
  }

  @Test
  void theStoreForgetsItsDoubtInTheEpochAfterTheQuarantine() {
    openInQuarantine();
    end();
    stage.pass(100);

    assertEquals(List.of(store.epoch), store.settled);
    end();
    stage.pass(1_000);
    assertEquals(1, store.settled.size(), "there was none to end any more");
  }

  @Test
  void whereNoneIsTheStoreKeepsItsDoubt() {
    stage.open();

    assertEquals(new Reply.QuarantineEnded(false, 0, ""), end());
    stage.pass(1_000);
    assertEquals(List.of(), store.settled);
  }

  @Test
  void aStoreThatIsWrittenAgainKeepsItsDoubtUntilItHasEverything() {
    openInQuarantine();
    store.mood = TestStore.Mood.SLOW;
    store.forget();
    stage.pass(Stage.OWNERSHIP_MILLIS / 2);
    store.goOn();
    assertEquals(ShardReport.Store.WRITTEN_ANEW, report().store());
    end();
    stage.pass(200);
    assertEquals(List.of(), store.settled, "it is not written yet");

    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(1_500);
    assertTrue(store.whole);
    assertEquals(1, store.settled.size());
  }

  @Test
  void oneThatEndsWhileTheStoreIsWrittenAgainIsInDoubtUntilItsEndsAreDurable() {
    openInQuarantine();
    store.mood = TestStore.Mood.SLOW;
    store.forget();
    stage.pass(Stage.OWNERSHIP_MILLIS / 2);
    store.goOn();
    end();
    store.confirmsLate = true;
    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    while (store.confirmations.isEmpty()) {
      stage.pass(10);
    }
    assertEquals(List.of(), store.settled, "the store is whole, and still in doubt");

    store.confirmsLate = false;
    store.confirmations.remove().run();
    stage.pass(1_500);
    assertEquals(1, store.settled.size());
  }

  @Test
  void oneThatIsOverWhileWhatIsLeftIsWipedEnds() {
    openInQuarantine();
    store.mood = TestStore.Mood.SLOW;
    store.forget();
    stage.pass(Stage.OWNERSHIP_MILLIS / 2);
    store.goOn();
    stage.pass(20);
    store.goOn();
    stage.pass(20);
    end();
    stage.pass(200);
    assertTrue(report().quarantineMillis() > 0, "it asks for its epoch");

    store.mood = TestStore.Mood.ANSWERS;
    store.goOn();
    stage.pass(3_000);
    assertEquals(0, report().quarantineMillis());
    stage.grant("a");
  }

  @Test
  void whatIsLostInOneIsWrittenAnewOnce() {
    openInQuarantine();
    store.forget();
    stage.pass(QUARANTINE_MILLIS + 5_000);

    assertEquals(1, stage.log.stream().filter("wrote anew"::equals).count());
    assertEquals(0, report().quarantineMillis());
    stage.grant("a");
  }

  @Test
  void afterAStepDownTheDoubtIsThatOfTheStore() {
    openInQuarantine();
    stepDownAndUpAgain();

    assertFalse(store.answeredInVain);
    assertEquals("restarted", report().doubt());
    assertTrue(report().quarantineMillis() > 0);
  }

  @Test
  void whatAnotherServerHasLivedThroughBindsNobody() {
    openInQuarantine();
    store.mood = TestStore.Mood.AWAY;
    stage.pass(Stage.OWNERSHIP_MILLIS);
    store.mood = TestStore.Mood.ANSWERS;
    store.owner = "another";
    store.quarantineMillis = 0;
    stage.pass(10_000);
    store.owner = "";
    stage.pass(1_000);

    assertTrue(stage.shard.serves());
    assertEquals(0, report().quarantineMillis());
  }

  private void stepDownAndUpAgain() {
    store.mood = TestStore.Mood.AWAY;
    stage.pass(Stage.OWNERSHIP_MILLIS);
    assertFalse(stage.shard.serves());
    store.mood = TestStore.Mood.ANSWERS;
    stage.pass(3_000);
    assertTrue(stage.shard.serves());
  }

  @Test
  void oneThatWasEndedIsNotBegunAgainByAStepDown() {
    openInQuarantine();
    end();
    stage.pass(100);
    stepDownAndUpAgain();

    assertEquals(0, report().quarantineMillis());
  }

  @Test
  void theOwnerIsShownAndWhyAClaimFailed() {
    store.owner = "another";
    assertEquals("another", report().owner());
    assertEquals("", report().note());
    store.owner = "";
    store.mood = TestStore.Mood.AWAY;
    stage.pass(3_000);
    assertEquals("", report().owner());
    assertEquals("no answer", report().note());

    store.mood = TestStore.Mood.ANSWERS;
    stage.pass(3_000);
    assertEquals("me", report().owner());
    assertEquals("", report().note());
  }

  @Test
  void anEpochOfItsOwnIsNotShownForAShardOfAnotherServer() {
    stage.open();
    assertEquals(store.epoch, report().epoch());
    store.mood = TestStore.Mood.AWAY;
    stage.pass(2 * Stage.OWNERSHIP_MILLIS);
    store.owner = "another";
    store.mood = TestStore.Mood.ANSWERS;
    stage.pass(3_000);

    assertEquals("another", report().owner());
    assertEquals(0, report().epoch());
  }

  @Test
  void aShardThatIsServedShowsWhyItCannotClaimItsNextEpoch() {
    stage.open();
    store.claimTrouble = "a clock beyond 2088";
    store.forget();
    stage.pass(Stage.OWNERSHIP_MILLIS / 2);
    assertEquals("a clock beyond 2088", report().note());
    assertTrue(stage.log.contains("stays: a clock beyond 2088"), stage.log.toString());

    store.claimTrouble = "";
    stage.pass(Stage.OWNERSHIP_MILLIS);
    assertEquals("", report().note());
  }
}
