package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.call.Call;
import io.tenure.store.LeaseStore;
import org.junit.jupiter.api.Test;

/** Checks the replies that even a relaxed shard delays until their changes are durable. */
class RelaxedShardTest {

  @Test
  void aLockDelayCountsAsPromisedTime() {
    Stage relaxed = new Stage(Stage.rules(LeaseStore.FOR_EVER, true)).open();
    relaxed.grant("first");
    relaxed.store.mood = TestStore.Mood.SLOW;
    AcquireBuilder wish = AcquireBuilder.of(Key.of("a"), "anna").ttl(60_000);
    Call barring = relaxed.ask(wish.lockDelay(1_000).build());

    assertNull(relaxed.answer(barring), "its key is to stay barred when its ttl is over");
    relaxed.store.goOn();
    relaxed.granted(barring);
  }

  @Test
  void aFenceMarkIsToldOfWhenItIsKept() {
    Stage relaxed = new Stage(Stage.rules(LeaseStore.FOR_EVER, true)).open();
    relaxed.store.mood = TestStore.Mood.SLOW;
    Call raised = relaxed.ask(new Request.RaiseFence("disk", 7));
    Call read = relaxed.ask(new Request.ReadFence("disk"));

    assertNull(relaxed.answer(raised), "a mark that was told must not go back");
    assertNull(relaxed.answer(read), "nor one that was read");
    relaxed.store.goOn();
    assertEquals(new Reply.FenceRaised(7), relaxed.said(raised));
    assertEquals(new Reply.FenceMark(7), relaxed.said(read));
  }
}
