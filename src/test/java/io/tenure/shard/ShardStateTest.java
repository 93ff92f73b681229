package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Takes every step that the table of a shard's states permits, and tries every other one. */
final class ShardStateTest {

  private record Walk(Supplier<Stage> to, Consumer<Stage> step) {}

  private static final Map<String, Walk> WALKS = new LinkedHashMap<>();

  static {
    walk("WAITING CLAIMING", Stage::new, ShardStateTest::claim);
    walk("WAITING LEFT", Stage::new, ShardStateTest::leave);
    walk("CLAIMING LOADING", ShardStateTest::claiming, ShardStateTest::answer);
    walk("CLAIMING WAITING", ShardStateTest::claiming, ShardStateTest::failToAnswer);
    walk("CLAIMING STANDING_BY", ShardStateTest::claiming, ShardStateTest::answerAnother);
    walk("CLAIMING RETRACTING", ShardStateTest::claiming, ShardStateTest::leave);
    walk("LOADING SERVING", ShardStateTest::loading, ShardStateTest::answer);
    walk("LOADING AWAITING_OPENING", ShardStateTest::loadingInDoubt, ShardStateTest::answer);
    walk("LOADING WAITING", ShardStateTest::loading, ShardStateTest::failToAnswer);
    walk("LOADING STANDING_BY", ShardStateTest::loading, ShardStateTest::answerAnother);
    walk("LOADING LEFT", ShardStateTest::loading, ShardStateTest::leave);
    walk("AWAITING_OPENING SERVING", ShardStateTest::awaitingOpening, stage -> stage.pass(10_000));
    walk("AWAITING_OPENING WAITING", ShardStateTest::awaitingOpening, ShardStateTest::outlive);
    walk("AWAITING_OPENING LEFT", ShardStateTest::awaitingOpening, ShardStateTest::leave);
    walk("SERVING WAITING", Stage::serving, ShardStateTest::renewTooLate);
    walk("SERVING LEAVING", ShardStateTest::unsaved, ShardStateTest::leave);
    walk("STANDING_BY LOOKING", ShardStateTest::standingBy, ShardStateTest::claim);
    walk("STANDING_BY LEFT", ShardStateTest::standingBy, ShardStateTest::leave);
    walk("LOOKING LOADING", ShardStateTest::looking, ShardStateTest::answerFree);
    walk("LOOKING WAITING", ShardStateTest::looking, ShardStateTest::failToAnswer);
    walk("LOOKING STANDING_BY", ShardStateTest::looking, ShardStateTest::answer);
    walk("LOOKING RETRACTING", ShardStateTest::looking, ShardStateTest::leave);
    walk("LEAVING LEFT", ShardStateTest::leaving, ShardStateTest::save);
    walk("RETRACTING LEFT", ShardStateTest::retracting, ShardStateTest::answer);
  }

  private static void walk(String step, Supplier<Stage> to, Consumer<Stage> takes) {
    WALKS.put(step, new Walk(to, takes));
  }

  @TestFactory
  Stream<DynamicTest> eachStepOfTheTableIsTaken() {
    return WALKS.entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(each.getKey(), () -> take(each.getKey(), each.getValue())));
  }

  private static void take(String step, Walk walk) {
    Stage stage = walk.to.get();
    assertEquals(ShardState.valueOf(step.split(" ")[0]), stage.shard.state());
    walk.step.accept(stage);

    assertEquals(ShardState.valueOf(step.split(" ")[1]), stage.shard.state());
    assertEquals(stage.shard.state(), stage.shard.report().state(), "what is reported");
  }

  @Test
  void noOtherStepIsTaken() {
    Set<String> permitted = new TreeSet<>();
    for (ShardState from : ShardState.values()) {
      for (ShardState to : ShardState.values()) {
        if (ShardState.TRANSITIONS.after(from).contains(to)) {
          permitted.add(from + " " + to);
        } else {
          assertThrows(IllegalStateException.class, () -> ShardState.TRANSITIONS.step(from, to));
        }
      }
    }

    assertEquals(new TreeSet<>(WALKS.keySet()), permitted);
  }

  @Test
  void aShardThatHasLeftDoesNothingMore() {
    Stage stage = new Stage();
    leave(stage);
    stage.pass(5_000);
    leave(stage);

    assertEquals(ShardState.LEFT, stage.shard.state());
    assertTrue(stage.shard.leave().succeeded());
    assertEquals("", stage.store.owner);
  }

  private static Stage claiming() {
    Stage stage = new Stage();
    claim(stage);
    return stage;
  }

  private static Stage loading() {
    Stage stage = claiming();
    answer(stage);
    return stage;
  }

  private static Stage loadingInDoubt() {
    Stage stage = claiming();
    stage.store.quarantineMillis = 10_000;
    stage.store.forgottenOwnershipMillis = 7_000;
    answer(stage);
    return stage;
  }

  private static Stage awaitingOpening() {
    Stage stage = loadingInDoubt();
    answer(stage);
    stage.store.mood = TestStore.Mood.ANSWERS;
    return stage;
  }

  private static Stage standingBy() {
    Stage stage = claiming();
    answerAnother(stage);
    return stage;
  }

  private static Stage looking() {
    Stage stage = standingBy();
    claim(stage);
    return stage;
  }

  private static Stage unsaved() {
    Stage stage = Stage.serving();
    stage.store.mood = TestStore.Mood.SLOW;
    stage.acquire("a", 0);
    return stage;
  }

  private static Stage leaving() {
    Stage stage = unsaved();
    leave(stage);
    return stage;
  }

  private static Stage retracting() {
    Stage stage = claiming();
    leave(stage);
    return stage;
  }

  private static void claim(Stage stage) {
    stage.store.mood = TestStore.Mood.SLOW;
    stage.pass(250);
  }

  private static void answer(Stage stage) {
    stage.store.goOn();
  }

  private static void answerFree(Stage stage) {
    stage.store.owner = "";
    stage.store.goOn();
  }

  private static void answerAnother(Stage stage) {
    stage.store.owner = "another";
    stage.store.epoch++;
    stage.store.goOn();
  }

  private static void failToAnswer(Stage stage) {
    stage.store.mood = TestStore.Mood.AWAY;
    stage.store.goOn();
  }

  private static void outlive(Stage stage) {
    stage.stop(Stage.OWNERSHIP_MILLIS);
    stage.loop.tick();
  }

  private static void renewTooLate(Stage stage) {
    stage.stop(Stage.OWNERSHIP_MILLIS);
    stage.renew(new LeaseId(0, 0, 1, 2, 3));
  }

  private static void leave(Stage stage) {
    stage.shard.leave();
  }

  private static void save(Stage stage) {
    stage.store.mood = TestStore.Mood.ANSWERS;
    stage.store.goOn();
    stage.pass(20);
  }
}
