package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.Nobody;
import io.tenure.core.Notice;
import io.tenure.core.Request;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** What comes back to a context that is slow to take it. */
final class AskerTest {

  private static final Notice NOTICE = new Notice.Synchronised(1);

  private final ArrayDeque<Runnable> context = new ArrayDeque<>();
  private final Asker asker = new Asker(Nobody.as(Leases.class), context::add);
  private int heard;
  private int cut;

  @Test
  void aFollowerThatIsFurtherBehindThanItMayBeIsToldNothingMore() {
    Call slow = watch();
    Call other = watch();
    for (int notice = 0; notice < Asker.NOTICES_MAX; notice++) {
      assertTrue(asker.told(slow, NOTICE), "it is no further behind than it may be");
    }

    assertFalse(asker.told(slow, NOTICE));
    assertTrue(asker.told(other, NOTICE), "each is behind by its own");
    asker.cut(slow);
    assertEquals(0, heard);
    hop();
    assertEquals(Asker.NOTICES_MAX + 1, heard, "what it was told reaches it");
    assertEquals(1, cut);
  }

  @Test
  void aFollowerThatCatchesUpIsToldOn() {
    Call call = watch();
    for (int round = 0; round < 3; round++) {
      for (int notice = 0; notice < Asker.NOTICES_MAX; notice++) {
        assertTrue(asker.told(call, NOTICE));
      }
      hop();
    }

    assertEquals(3 * Asker.NOTICES_MAX, heard);
  }

  private Call watch() {
    return new Call(
        0,
        new Request.Watch(null, "", Request.FROM_NOW),
        new Follower() {
          @Override
          public void next(Notice notice) {
            heard++;
          }

          @Override
          public void cut() {
            cut++;
          }
        },
        asker);
  }

  private void hop() {
    for (Runnable turn = context.poll(); turn != null; turn = context.poll()) {
      turn.run();
    }
  }
}
