package io.tenure.shard.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Change;
import io.tenure.shard.SilentStore;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommitLineTest {

  private final List<String> said = new ArrayList<>();
  private final List<Promise<Void>> batches = new ArrayList<>();
  private final CommitLine line = line(false);

  @Test
  void aReplyWaitsForItsOwnChangeAndForNoStranger() {
    line.leave(0, effect("reply 1"));
    long mine = line.change(change());
    line.leave(mine, effect("reply 2"));
    line.flush();
    long later = line.change(change());
    line.leave(later, effect("reply 3"));
    line.leave(mine, effect("reply 4"));
    line.flush();
    batches.get(0).complete();

    assertEquals(
        List.of("reply 1", "append 7/1+1", "reply 2", "reply 4", "settled 1", "append 7/2+1"),
        said);
  }

  @Test
  void oneBatchIsInFlightAndTheTurnsMeanwhileGoTogether() {
    for (int turn = 0; turn < 3; turn++) {
      line.change(change());
      line.flush();
    }
    batches.get(0).complete();

    assertEquals(List.of("append 7/1+1", "settled 1", "append 7/2+2"), said);
  }

  @Test
  void aTurnIsNeverCutInTwo() {
    line.change(change());
    line.flush();
    for (int turn = 0; turn < 2; turn++) {
      for (int i = 0; i < BatchAccumulator.BATCH_MAX - 1; i++) {
        line.change(change());
      }
      line.flush();
    }
    batches.get(0).complete();
    batches.get(1).complete();

    assertEquals(
        List.of(
            "append 7/1+1", "settled 1", "append 7/2+4095", "settled 4096", "append 7/4097+4095"),
        said);
  }

  @Test
  void aRefusedBatchBreaksTheLineAndWhatIsParkedIsUnknown() {
    line.leave(line.change(change()), effect("reply 1"));
    line.flush();
    line.leave(line.change(change()), effect("reply 2"));
    batches.get(0).fail(new LeaseStore.Refused("gone"));
    line.leave(0, effect("reply 3"));
    line.change(change());
    line.flush();

    assertEquals(
        List.of("append 7/1+1", "not reply 1", "not reply 2", "step down: gone", "not reply 3"),
        said);
  }

  @Test
  void aRefusedBatchIsLost() {
    line.change(change());
    line.flush();
    batches.get(0).fail(new LeaseStore.Refused("gone"));

    assertTrue(line.lost());
  }

  @Test
  void aBatchWhoseOutcomeIsUnknownIsSentAgainAsItWas() {
    line.leave(line.change(change()), effect("reply 1"));
    line.flush();
    line.change(change());
    batches.get(0).fail("no answer");
    line.flush();
    assertTrue(line.unsure());
    line.retry();
    batches.get(1).complete();

    assertEquals(
        List.of("append 7/1+1", "append 7/1+1", "reply 1", "settled 1", "append 7/2+1"), said);
    assertFalse(line.unsure());
  }

  @Test
  void whatIsKeptWhileAllIsSaidAnewStandsBehindTheWhole() {
    line.suspend();
    line.beginAnew(9);
    long place = line.change(change());
    line.flush();
    batches.get(0).complete();
    line.leave(place, effect("reply 1"));
    assertEquals(List.of("append 9/1+1"), said);
    line.whole();

    assertTrue(said.contains("reply 1"), said.toString());
  }

  @Test
  void relaxedAReplyLeavesAtOnceAndTheStoreFollows() {
    CommitLine relaxed = line(true);
    relaxed.leave(relaxed.change(change()), effect("reply 1"));
    relaxed.flush();

    assertEquals(List.of("reply 1", "settled 1", "append 7/1+1"), said);
  }

  @Test
  void relaxedWhatIsGuardedWaitsAllTheSameAndNothingOvertakesIt() {
    CommitLine relaxed = line(true);
    relaxed.leave(relaxed.change(change()), effect("reply 1"));
    long guarded = relaxed.change(change());
    relaxed.guard(guarded);
    relaxed.leaveInOrder(guarded, effect("push 2"));
    relaxed.leaveInOrder(relaxed.change(change()), effect("push 3"));
    relaxed.flush();
    assertEquals(List.of("reply 1", "settled 1", "append 7/1+3"), said);
    relaxed.leaveInOrder(relaxed.change(change()), effect("push 4"));
    said.clear();
    batches.get(0).complete();

    assertEquals(List.of("push 2", "push 3", "push 4"), said.subList(0, 3));
  }

  @Test
  void relaxedWhatIsGuardedWaitsUntilAllIsSaidAgainAndNothingOvertakesIt() {
    CommitLine relaxed = line(true);
    long guarded = relaxed.change(change());
    relaxed.guard(guarded);
    relaxed.leaveInOrder(guarded, effect("push 2"));
    relaxed.flush();
    batches.get(0).fail(new LeaseStore.WentBackwards("empty"));
    relaxed.suspend();
    relaxed.beginAnew(9);
    relaxed.change(change());
    relaxed.flush();
    batches.get(1).complete();
    said.clear();
    relaxed.leaveInOrder(relaxed.change(change()), effect("push 3"));
    assertEquals(List.of(), said);
    relaxed.whole();

    assertEquals(List.of("push 2", "push 3"), said.subList(0, 2));
  }

  @Test
  void aClaimThatFailsIsTriedAgainWhenItIsTime() {
    List<Promise<Long>> claims = new ArrayList<>();
    line.moveOn(
        () -> {
          claims.add(Promise.promise());
          return claims.get(claims.size() - 1).future();
        });
    line.change(change());
    line.flush();
    claims.get(0).fail("no answer");
    line.flush();
    assertEquals(1, claims.size());
    assertTrue(line.unsure());
    line.retry();
    line.flush();
    claims.get(1).complete(8L);

    assertEquals(List.of("append 8/1+1"), said);
  }

  @Test
  void afterAStoreWentBackwardsNothingLeavesBeforeAllIsSaidAgain() {
    line.leave(line.change(change()), effect("reply 1"));
    line.flush();
    batches.get(0).fail(new LeaseStore.WentBackwards("empty"));
    line.suspend();
    line.change(change());
    line.flush();
    line.beginAnew(9);
    line.change(change());
    line.flush();
    batches.get(1).complete();
    assertEquals(List.of("append 7/1+1", "went backwards", "append 9/3+1"), said);
    line.whole();

    assertEquals(
        List.of("append 7/1+1", "went backwards", "append 9/3+1", "reply 1", "settled 3"), said);
  }

  @Test
  void whatComesBackFromBeforeABeginningMeansNothing() {
    line.change(change());
    line.flush();
    line.suspend();
    line.beginAnew(9);
    batches.get(0).complete();

    assertEquals(List.of("append 7/1+1"), said);
    assertTrue(line.idle());
  }

  @Test
  void aPushNeverOvertakesAnEarlierOne() {
    line.leaveInOrder(line.change(change()), effect("push 1"));
    line.leaveInOrder(0, effect("push 2"));
    line.flush();
    assertEquals(List.of("append 7/1+1"), said);
    batches.get(0).complete();

    assertEquals(List.of("append 7/1+1", "push 1", "push 2", "settled 1"), said);
  }

  @Test
  void theNextEpochIsClaimedBetweenTwoBatches() {
    Promise<Long> claim = Promise.promise();
    line.change(change());
    line.flush();
    line.moveOn(
        () -> {
          said.add("claim");
          return claim.future();
        });
    line.change(change());
    line.flush();
    batches.get(0).complete();
    claim.complete(8L);

    assertEquals(List.of("append 7/1+1", "settled 1", "claim", "append 8/2+1"), said);
  }

  @Test
  void itSaysWhenTheStoreIsTooSlowForWhatIsAsked() {
    line.change(change());
    line.flush();
    for (int i = 0; i < BatchAccumulator.WAITING_MAX; i++) {
      line.change(change());
    }

    assertTrue(line.full());
  }

  private CommitLine line(boolean relaxed) {
    CommitLine made = new CommitLine(new Store(), 0, relaxed, new Log());
    made.enter(7);
    return made;
  }

  private static Change change() {
    return new Change.RaiseFence("fence", 1);
  }

  private DeferredEffect effect(String name) {
    return new DeferredEffect() {
      @Override
      public void leave() {
        said.add(name);
      }

      @Override
      public void fail() {
        said.add("not " + name);
      }
    };
  }

  private final class Store extends SilentStore {
    @Override
    public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
      said.add("append " + epoch + "/" + first + "+" + changes.size());
      Promise<Void> kept = Promise.promise();
      batches.add(kept);
      return kept.future();
    }
  }

  private final class Log implements CommitLine.Listener {
    @Override
    public void settled(long change) {
      said.add("settled " + change);
    }

    @Override
    public void durable(long change) {}

    @Override
    public void breathe() {
      line.flush();
    }

    @Override
    public void wentBackwards() {
      said.add("went backwards");
    }

    @Override
    public void broke(Throwable cause) {
      said.add("step down: " + cause.getMessage());
    }
  }
}
