package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class QueueTest {

  private final Table table = new Table();

  @Test
  @DisplayName("case 24: the key goes to the head of the queue, and nobody else is woken")
  void theKeyGoesToTheHeadOfTheQueueInTheTurnThatFreesIt() {
    Reply.Granted first = table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 2_000).waiting(500));
    long cid = table.queue(lease("jobs/a", "cid", 2_000).waiting(500));

    table.release(first.lease());

    assertEquals(new Validity(2_000, 2_000), table.granted(bob).validity());
    assertTrue(table.granted(bob).token() > first.token());
    assertNull(table.reply(cid));
  }

  @Test
  void aQueueIsServedInTheOrderOfItsComing() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    long[] waiting = new long[20];
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = table.queue(lease("jobs/a", "w" + i, 1_000).waiting(5_000));
    }

    long token = 0;
    for (long ticket : waiting) {
      table.release(held);
      Reply.Granted granted = table.granted(ticket);
      assertTrue(granted.token() > token);
      token = granted.token();
      held = granted.lease();
    }
  }

  @Test
  void aDeadHoldersKeyGoesToTheNextWithinTenMilliseconds() {
    table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(5_000));
    table.pass(999);
    assertNull(table.reply(bob));

    table.pass(10);

    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  @DisplayName("case 28: a newcomer never overtakes the queue, even when the key has just freed")
  void aNewcomerNeverOvertakesTheQueue() {
    table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 2_000).waiting(5_000));
    table.passUnticked(1_000);

    Reply toCid = table.acquire("jobs/a", "cid", 1_000);

    assertEquals("bob", table.granted(bob).holder());
    assertEquals(
        new Refusal.Held("bob", table.granted(bob).token(), Said.SINCE, 2_000, 0, 0), toCid);
  }

  @Test
  void aWaitThatIsOverIsToldWhoHoldsTheKey() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(500));
    table.passNanos(500 * Table.MILLI - 1);
    assertNull(table.reply(bob));

    table.passNanos(1);

    assertEquals(new Refusal.Held("ann", granted.token(), Said.SINCE, 500, 0, 0), table.reply(bob));
  }

  @Test
  void whoseWaitIsOverIsNeverGrantedLater() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(500));
    table.pass(500);
    int before = table.said.changes.size();

    table.release(held);

    as(Refusal.Held.class, table.reply(bob));
    assertEquals(before + 1, table.said.changes.size(), "an end and nothing else");
  }

  @Test
  @DisplayName("case 30: a wait that ends in the instant the key frees has one answer: the grant")
  void aWaitThatEndsAsTheKeyFreesHasOneAnswer() {
    table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(1_000));
    long cid = table.queue(lease("jobs/a", "cid", 1_000).waiting(5_000));

    table.pass(1_010);

    assertEquals("bob", table.granted(bob).holder());
    assertNull(table.reply(cid));
  }

  @Test
  void aWaitThatIsOverIsToldSoByWhoeverAsksThoughNoAlarmHasRung() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(500));
    table.passUnticked(500);

    table.acquire("jobs/a", "cid", 1_000);

    assertEquals(new Refusal.Held("ann", ann.token(), Said.SINCE, 500, 0, 0), table.reply(bob));
  }

  @Test
  @DisplayName("case 31: a wait that is withdrawn leaves the queue, and the next moves up")
  void aWaitThatIsWithdrawnLeavesTheQueue() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(500));
    long cid = table.queue(lease("jobs/a", "cid", 1_000).waiting(500));

    assertEquals(new PerShardReply.Withdrawn(), table.say(new PerShardRequest.Withdraw(bob)));
    assertRefused(Outcome.WITHDRAWN, "", table.reply(bob));
    assertEquals(1, table.look("jobs/a").waiters());

    table.release(held);
    assertEquals("cid", table.granted(cid).holder());
  }

  @Test
  void aWithdrawalThatComesTooLateTakesNothingBack() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(500));
    table.release(held);

    assertEquals(new PerShardReply.Withdrawn(), table.say(new PerShardRequest.Withdraw(bob)));

    assertEquals("bob", table.look("jobs/a").holders().get(0).holder());
  }

  @Test
  void aWithdrawalOfNobodyIsAnswered() {
    assertEquals(new PerShardReply.Withdrawn(), table.say(new PerShardRequest.Withdraw(12_345)));
  }

  @Test
  @DisplayName("case 29: who waits under a session that is over is told so, and never granted")
  void whoWaitsUnderASessionThatIsOverIsNeverGranted() {
    LeaseId held = table.own("jobs/a", "ann", 5_000).lease();
    LeaseId session = table.session("bob", 1_000);
    long bob = table.queue(under(session, "jobs/a", "bob").waiting(5_000));
    long cid = table.queue(lease("jobs/a", "cid", 1_000).waiting(5_000));
    table.passUnticked(1_000);

    table.release(held);

    assertRefused(Outcome.SESSION_OVER, "session", table.reply(bob));
    assertEquals("cid", table.granted(cid).holder());
  }

  @Test
  void whoWaitsUnderASessionIsToldAsSoonAsItIsOver() {
    table.own("jobs/a", "ann", 5_000);
    LeaseId session = table.session("bob", 1_000);
    long bob = table.queue(under(session, "jobs/a", "bob").waiting(5_000));

    table.say(new Request.CloseSession(session));
    table.tick();

    assertRefused(Outcome.SESSION_OVER, "session", table.reply(bob));
    assertEquals(0, table.look("jobs/a").waiters());
  }

  @Test
  void theQueueIsCountedAndLeavesNothingBehind() {
    table.own("jobs/a", "ann", 5_000);
    for (int i = 0; i < 100; i++) {
      table.queue(lease("jobs/a", "w" + i, 1_000).waiting(100 + i));
    }
    assertEquals(100, table.look("jobs/a").waiters());
    assertEquals(100, table.table.stats().waiters());

    table.pass(300);

    assertEquals(0, table.look("jobs/a").waiters());
    assertEquals(0, table.table.stats().waiters());
    assertEquals(0, table.table.deadlines());
  }

  @Test
  void theLeaseOfAWaiterCountsFromItsGrantNotFromItsAsking() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(5_000));
    table.pass(900);
    table.release(held);

    table.pass(999);
    assertEquals(1, table.holders("jobs/a").size());
    assertEquals(new Validity(1_000, 1_000), table.granted(bob).validity());
  }

  @Test
  void anExpiryServesTheQueueOfItsOwnKeyOnly() {
    table.own("jobs/a", "ann", 1_000);
    table.own("jobs/b", "ann", 3_000);
    long forA = table.queue(lease("jobs/a", "bob", 1_000).waiting(5_000));
    long forB = table.queue(lease("jobs/b", "bob", 1_000).waiting(5_000));

    table.pass(1_010);

    assertEquals(Key.of("jobs/a"), table.granted(forA).key());
    assertNull(table.reply(forB));
  }
}
