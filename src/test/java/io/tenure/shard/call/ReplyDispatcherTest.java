package io.tenure.shard.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.PerShardRequest;
import io.tenure.api.WatchUpdate;
import io.tenure.server.Nobody;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the delivery of answers and notices to a context that accepts them slowly. */
final class ReplyDispatcherTest {

  private static final WatchUpdate NOTICE = new WatchUpdate.Synchronised(1);

  private final ArrayDeque<Runnable> context = new ArrayDeque<>();
  private final ReplyDispatcher dispatcher = new ReplyDispatcher(context::add, null, gone -> {});
  private int heard;
  private int cut;

  @Test
  void aFollowerThatIsFurtherBehindThanItMayBeIsToldNothingMore() {
    Call slow = watch();
    Call other = watch();
    for (int notice = 0; notice < ReplyDispatcher.NOTICES_MAX; notice++) {
      assertTrue(dispatcher.told(slow, NOTICE), "it is no further behind than it may be");
    }

    assertFalse(dispatcher.told(slow, NOTICE));
    assertTrue(dispatcher.told(other, NOTICE), "each is behind by its own");
    dispatcher.cut(slow);
    assertEquals(0, heard);
    hop();
    assertEquals(ReplyDispatcher.NOTICES_MAX + 1, heard, "what it was told reaches it");
    assertEquals(1, cut);
  }

  @Test
  void aFollowerThatCatchesUpIsToldOn() {
    Call call = watch();
    for (int round = 0; round < 3; round++) {
      for (int notice = 0; notice < ReplyDispatcher.NOTICES_MAX; notice++) {
        assertTrue(dispatcher.told(call, NOTICE));
      }
      hop();
    }

    assertEquals(3 * ReplyDispatcher.NOTICES_MAX, heard);
  }

  @Test
  void eachFailureOfAnAnswerIsThrownAndKeepsNoOtherFromItsCaller() {
    for (int answer = 0; answer < 3; answer++) {
      String name = "failure " + answer;
      dispatcher.deliver(
          () -> {
            throw new IllegalStateException(name);
          });
    }
    dispatcher.deliver(() -> heard++);
    List<String> failures = new ArrayList<>();
    for (Runnable turn = context.poll(); turn != null; turn = context.poll()) {
      try {
        turn.run();
      } catch (IllegalStateException failure) {
        failures.add(failure.getMessage());
      }
    }

    assertEquals(List.of("failure 0", "failure 1", "failure 2"), failures);
    assertEquals(1, heard);
  }

  private Call watch() {
    return new Call(
        Nobody.as(CallTarget.class),
        new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW),
        new Follower() {
          @Override
          public void next(WatchUpdate notice) {
            heard++;
          }

          @Override
          public void cut() {
            cut++;
          }
        },
        dispatcher);
  }

  private void hop() {
    for (Runnable turn = context.poll(); turn != null; turn = context.poll()) {
      turn.run();
    }
  }
}
