package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuarantineQueueTest {

  private static final long MILLIS = 5_000;

  private final Table table = new Table();

  private void startAgain() {
    table.restartInQuarantine(MILLIS);
  }

  @Test
  void whoWaitsIsServedInTheTickInWhichItIsOver() {
    startAgain();
    long ann = table.queue(lease("jobs/a", "ann", 1_000).waiting(9_000));
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(9_000));
    table.pass(MILLIS - 1);
    assertNull(table.reply(ann));

    table.pass(1);
    assertEquals("ann", table.granted(ann).holder());
    assertNull(table.reply(bob));
  }

  @Test
  void aNewcomerDoesNotOvertakeThoseWhoWaitedForItsEnd() {
    startAgain();
    long ann = table.queue(lease("jobs/a", "ann", 1_000).waiting(9_000));
    table.passUnticked(MILLIS);

    as(Refusal.Held.class, table.acquire("jobs/a", "bob", 1_000));
    assertEquals("ann", table.granted(ann).holder());
  }

  @Test
  void allQueuesAreServedInTheOrderInWhichTheyFormedAndInSlices() {
    startAgain();
    int keys = 3 * LeaseTable.LEASES_PER_TURN;
    List<Long> waiting = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      waiting.add(table.queue(lease("jobs/" + i * 7 % keys, "ann", 1_000).waiting(9_000)));
    }
    table.passUnticked(MILLIS);
    assertTrue(table.table.tick(table.now), "there is more to do");
    assertEquals(LeaseTable.LEASES_PER_TURN, table.table.stats().leases());
    table.tick();

    long before = 0;
    for (long ticket : waiting) {
      assertTrue(table.granted(ticket).token() > before);
      before = table.granted(ticket).token();
    }
  }

  @Test
  void aTickInQuarantineHasNothingMoreToDoForThoseWhoWait() {
    startAgain();
    table.queue(lease("jobs/a", "ann", 1_000).waiting(9_000));

    assertFalse(table.table.tick(table.now));
  }

  @Test
  void aWaitThatEndsBeforeItIsAnsweredThatNobodyKnownHoldsTheKey() {
    startAgain();
    long ann = table.queue(lease("jobs/a", "ann", 1_000).waiting(2_000));
    table.pass(2_010);

    assertEquals("", as(Refusal.Held.class, table.reply(ann)).holder());
    assertTrue(as(Refusal.Held.class, table.reply(ann)).remainingMillis() >= 2_990);
    assertEquals(0, table.table.stats().waiters());
  }

  @Test
  void whoWithdrawsIsNotGrantedWhenItIsOver() {
    startAgain();
    long ann = table.queue(lease("jobs/a", "ann", 1_000).waiting(9_000));
    table.say(new PerShardRequest.Withdraw(ann));
    table.pass(MILLIS + 10);

    assertRefused(Outcome.WITHDRAWN, "", table.reply(ann));
    assertEquals(0, table.table.stats().leases());
  }

  @Test
  void aKeyThatFreesInItIsNotHandedOnBeforeItsEnd() {
    Reply.Granted ann = table.own("jobs/a", "ann", 9_000);
    startAgain();
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(9_000));
    table.release(ann.lease());
    assertNull(table.reply(bob));

    table.pass(MILLIS);
    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void readersWhoWaitedAreLetInTogetherWhenItIsOver() {
    startAgain();
    long ann = table.queue(lease("doc", "ann", 1_000).mode(Mode.SHARED).waiting(9_000));
    long bob = table.queue(lease("doc", "bob", 1_000).mode(Mode.SHARED).waiting(9_000));
    table.pass(MILLIS);

    assertEquals("ann", table.granted(ann).holder());
    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void aLockDelayThatEndsInItDoesNotOpenTheKey() {
    table.own(lease("jobs/a", "ann", 9_000).lockDelay(1_000));
    startAgain();
    table.breakNow("jobs/a");
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(9_000));
    table.pass(1_010);
    assertEquals(new Change.EndLockDelay(Key.of("jobs/a")), table.said.lastChange());
    assertNull(table.reply(bob));

    table.pass(MILLIS);
    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void aLockDelayThatOutlivesItGoesOn() {
    table.own(lease("jobs/a", "ann", 9_000).lockDelay(6_000));
    startAgain();
    table.breakNow("jobs/a");
    assertEquals(6_000, table.look("jobs/a").barredMillis());
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(9_000));
    table.pass(MILLIS + 10);
    assertNull(table.reply(bob));
    assertEquals(990, table.look("jobs/a").barredMillis());

    table.pass(990);
    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void anAcquireUnderASessionWaitsForItsHomeAndThenForTheEnd() {
    startAgain();
    LeaseId session = new LeaseId(1, 5, 5, 5, 5);
    long waiting = table.queue(under(session, "jobs/a", "ann").waiting(9_000));
    long hasty = table.ask(under(session, "jobs/b", "ann").build());
    ShardMessage.Ask asked = (ShardMessage.Ask) table.said.tells.get(0).message();
    table.table.hear(
        table.now, new ShardMessage.Alive(session, asked.question(), 60_000, 1_000, false));
    assertNull(table.reply(waiting));
    assertEquals(Refusal.Held.quarantined(0, MILLIS, 0), table.reply(hasty));

    table.pass(MILLIS);
    assertEquals("ann", table.granted(waiting).holder());
  }

  @Test
  void whoseSessionEndsInItIsNotGranted() {
    startAgain();
    LeaseId session = table.session("ann", 1_000);
    long ann = table.queue(under(session, "jobs/a", "ann").waiting(9_000));
    table.pass(1_010);
    assertRefused(Outcome.SESSION_OVER, "session", table.reply(ann));

    table.pass(MILLIS);
    assertEquals(0, table.table.stats().leases());
  }

  @Test
  void whoWaitedIsServedUnderTheNextEpochWhenNumbersWereOutAtItsEnd() {
    Table small = new Table(Table.SMALL);
    Reply.Granted eve = small.own("spin", "eve", 9_000);
    small.restartInQuarantine(MILLIS);
    long ann = small.queue(lease("jobs/a", "ann", 9_000).waiting(5_000));
    long bob = small.queue(lease("jobs/b", "bob", 9_000).waiting(5_000));
    Request value = new Request.SetValue(eve.lease(), Value.of("x"), null);
    while (small.say(value) instanceof Reply.ValueSet) {
      // Each value is an event, and takes a number.
    }
    small.pass(MILLIS);
    assertNull(small.reply(ann));

    small.enterNextEpoch();
    small.tick();
    assertTrue(small.granted(ann).token() < small.granted(bob).token());
  }

  @Test
  void waitersAreServedInTheTickAfterAnOperatorEndedIt() {
    startAgain();
    long ann = table.queue(lease("jobs/a", "ann", 1_000).waiting(9_000));
    table.pass(1_000);
    table.say(new OperatorRequest.EndQuarantine(0, "the old server is off"));

    table.tick();
    assertEquals("ann", table.granted(ann).holder());
  }

  @Test
  void itLeavesNothingBehind() {
    startAgain();
    long ann = table.queue(lease("jobs/a", "ann", 1_000).waiting(9_000));
    table.pass(MILLIS);
    table.release(table.granted(ann).lease());

    assertEquals(0, table.table.deadlines());
    assertEquals(0, table.table.stats().waiters());
  }
}
