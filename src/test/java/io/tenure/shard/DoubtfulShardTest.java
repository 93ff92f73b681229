package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.ShardMessage;
import io.tenure.shard.call.Call;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks a shard with a store that may have lost leases, when only other shards can ask the
 * holders.
 */
final class DoubtfulShardTest {

  private static final long QUARANTINE = 500;

  private final Stage stage = new Stage();
  private final TestStore store = stage.store;

  private void open(int shards) {
    stage.shards = shards;
    store.whole = false;
    store.quarantineMillis = QUARANTINE;
    stage.open();
  }

  private LeaseId session(long ttlMillis) {
    Call opened = stage.ask(new Request.OpenSession("ann", ttlMillis, null));
    return assertInstanceOf(Reply.SessionOpened.class, stage.said(opened)).session();
  }

  private List<String> told() {
    return stage.log.stream().filter(line -> line.startsWith("tell ")).toList();
  }

  private void heard(int home, long believedMillis) {
    String told = told().get(0);
    long since = Long.parseLong(told.substring(told.indexOf("since=") + 6, told.length() - 1));
    stage.shard.hear(new ShardMessage.LossHeard(home, since, believedMillis));
    stage.turn();
  }

  private void assertInQuarantine(boolean is) {
    assertNotNull(stage.stats());
    assertEquals(is, stage.stats().quarantineMillis() > 0);
    assertEquals(is, !store.whole, "what the store knows of it");
  }

  @Test
  void aCleanStartTellsNothingAndAsksTheStoreForNothing() {
    stage.shards = 3;
    store.whole = false;
    stage.open();
    stage.pass(1_000);

    assertEquals(List.of(), told());
    assertFalse(store.whole);
    stage.grant("a");
  }

  @Test
  void theStoreForgetsTheDoubtWhenEveryOtherShardHasHeardOfIt() {
    open(3);
    assertEquals(2, told().size());
    assertTrue(told().get(1).startsWith("tell 2 Lost[from=0, since="), told().get(1));
    stage.pass(2 * QUARANTINE);
    assertInQuarantine(true);

    heard(1, 0);
    stage.pass(100);
    assertInQuarantine(true);
    heard(2, 0);
    stage.pass(QUARANTINE - 100);
    assertInQuarantine(true);

    stage.pass(200);
    assertInQuarantine(false);
    stage.grant("a");
  }

  @Test
  void itLastsUntilWhatOtherShardsLetRunOutIsBelievedInNoLonger() {
    open(2);
    stage.pass(QUARANTINE - 100);
    heard(1, 2_000);
    stage.pass(1_980);
    assertInQuarantine(true);

    stage.pass(60);
    assertInQuarantine(false);
  }

  @Test
  void theStoreForgetsTheDoubtOnlyWhenItHasKeptWhatEndedInIt() {
    stage.open();
    store.millisSince2020 = () -> 0;
    session(1_000);
    store.epoch++;
    store.whole = false;
    store.quarantineMillis = QUARANTINE;
    stage.acquire("a", 0);
    stage.pass(1_500);
    session(1_000);
    stage.pass(500);
    store.mood = TestStore.Mood.SLOW;
    stage.pass(600);
    assertInQuarantine(true);
    assertEquals(0, stage.stats().sessions());
    long epoch = store.epoch;
    while (store.epoch == epoch) {
      stage.pass(10);
      store.goOn();
    }
    stage.pass(100);
    assertEquals(0, stage.stats().quarantineMillis());
    store.goOn();
    assertFalse(store.whole);

    for (int answers = 0; answers < 3; answers++) {
      stage.pass(100);
      store.goOn();
    }
    assertTrue(store.whole);
  }

  @Test
  void howeverRelaxedAGuestIsToldOnlyWhenItsEnrolmentIsKept() {
    Stage relaxed = new Stage(Stage.rules(Stage.OWNERSHIP_MILLIS, true)).open();
    Call opened = relaxed.ask(new Request.OpenSession("ann", 5_000, null));
    LeaseId session = ((Reply.SessionOpened) relaxed.said(opened)).session();
    relaxed.pass(20);
    relaxed.store.mood = TestStore.Mood.SLOW;

    relaxed.shard.hear(new ShardMessage.Ask(session, 1, 5, 77));
    relaxed.pass(30);
    assertEquals(List.of(), relaxed.log);
    relaxed.store.goOn();

    assertEquals(1, relaxed.log.size());
    assertTrue(relaxed.log.get(0).startsWith("tell 1 Alive["), relaxed.log.get(0));
  }

  @Test
  void howeverRelaxedALossIsAnsweredOnlyWhenItsSessionsEndIsKept() {
    Stage relaxed = new Stage(Stage.rules(Stage.OWNERSHIP_MILLIS, true)).open();
    Call opened = relaxed.ask(new Request.OpenSession("ann", 5_000, null));
    LeaseId session = ((Reply.SessionOpened) relaxed.said(opened)).session();
    relaxed.shard.hear(new ShardMessage.Ask(session, 1, 5, 77));
    relaxed.pass(30);
    relaxed.log.clear();
    relaxed.store.mood = TestStore.Mood.SLOW;

    relaxed.shard.hear(new ShardMessage.Lost(1, 6));
    relaxed.pass(30);
    assertEquals(List.of(), relaxed.log);
    relaxed.store.goOn();

    assertEquals(1, relaxed.log.size());
    assertTrue(relaxed.log.get(0).startsWith("tell 1 LossHeard["), relaxed.log.get(0));
  }
}
