package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.Request;
import io.tenure.shard.call.Call;
import io.tenure.shard.commit.BatchAccumulator;
import io.tenure.shard.loop.ShardLoop;
import org.junit.jupiter.api.Test;

/** Checks when the changes of turns are sent to the store. */
final class SendingTest {

  private final Stage stage = Stage.serving();
  private final TestStore store = stage.store;
  private int asked;

  @Test
  void whatTurnsInARowChangeGoesToTheStoreTogether() {
    postAcquires(ShardLoop.LETTERS_PER_TURN + 1);
    stage.tasks.remove().run();
    assertEquals(0, store.kept.size(), "more mail waits");
    stage.tasks.remove().run();

    assertEquals(ShardLoop.LETTERS_PER_TURN + 1, store.kept.size());
  }

  @Test
  void howeverMuchMailWaitsTheStoreDoesNotWaitForAllOfIt() {
    int turns = ShardLoop.TURNS_PER_SEND;
    postAcquires(turns * ShardLoop.LETTERS_PER_TURN + 1);
    for (int turn = 0; turn < turns; turn++) {
      assertEquals(0, store.kept.size());
      stage.tasks.remove().run();
    }

    assertEquals(turns * ShardLoop.LETTERS_PER_TURN, store.kept.size());
  }

  @Test
  void whoIsAnsweredMayAskAgainBeforeWhatWaitsIsSent() {
    store.mood = TestStore.Mood.SLOW;
    postAcquires(1);
    stage.turn();
    postAcquires(1);
    stage.turn();

    store.goOn();
    postAcquires(1);
    stage.turn();
    store.goOn();

    assertEquals(3, store.kept.size(), "the last two together");
  }

  @Test
  void whatFillsABatchIsSentAtOnce() {
    store.mood = TestStore.Mood.SLOW;
    postAcquires(1);
    stage.turn();
    postAcquires(BatchAccumulator.BATCH_MAX);
    stage.turn();

    store.goOn();
    store.goOn();

    assertTrue(store.kept.size() > 1, "nobody had to turn for it");
  }

  private void postAcquires(int count) {
    for (int each = 0; each < count; each++) {
      Request acquire = AcquireBuilder.of(Key.of("k" + asked++), "anna").ttl(60_000).build();
      assertTrue(stage.loop.post(new Call(stage.shard, acquire, null, stage)));
    }
  }
}
