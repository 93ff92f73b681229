package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.EndReason;
import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import io.tenure.api.Value;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RequestIdTest {

  private final Table table = new Table();

  private static AcquireBuilder ann() {
    return lease("jobs/a", "ann", 1_000).requestId("r1");
  }

  @Test
  @DisplayName("case 5: the same acquire again is the same lease with what remains of it")
  void theSameAcquireAgainIsTheSameLease() {
    Reply.Granted first = table.own(ann().value(Value.of("host:1")));
    table.pass(300);
    int before = table.said.changes.size();

    Reply.Granted again = table.own(ann().value(Value.of("host:1")));

    assertEquals(
        new Reply.Granted(
            first.lease(),
            new Holding(first.key(), "ann", first.token(), -1),
            new Validity(1_000, 700),
            Value.of("host:1"),
            true),
        again);
    assertEquals(before, table.said.changes.size());
  }

  @Test
  @DisplayName("case 6: the same acquire after a release is consumed, never a new grant")
  void theSameAcquireAfterAReleaseIsConsumed() {
    Reply.Granted first = table.own(ann());
    table.release(first.lease());

    assertEquals(
        new Refusal.RequestConsumed(EndReason.RELEASED, first.token()), table.say(ann().build()));
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  @DisplayName("case 6: the same acquire at the deadline is consumed though no wheel has fired")
  void theSameAcquireAtTheDeadlineIsConsumed() {
    Reply.Granted first = table.own(ann());
    table.passUnticked(1_000);

    assertEquals(
        new Refusal.RequestConsumed(EndReason.EXPIRED, first.token()), table.say(ann().build()));
  }

  @Test
  void anEndedTenureWithARequestIdIsRememberedDurably() {
    Reply.Granted first = table.own(ann());
    table.release(first.lease());

    assertEquals(
        new Change.End(first.lease().row(), first.token(), EndReason.RELEASED, null, true),
        table.said.lastChange());
  }

  @Test
  void aRequestIdIsForgottenAfterTenMinutesAndItsRecordDeleted() {
    Reply.Granted first = table.own(ann());
    table.release(first.lease());
    table.pass(599_999);
    as(Refusal.RequestConsumed.class, table.say(ann().build()));

    table.pass(10);

    assertEquals(new Change.Forget(first.lease().row(), first.token()), table.said.lastChange());
    assertTrue(table.own(ann()).token() > first.token());
  }

  @Test
  @DisplayName("case 45: the same acquire by another road takes over its place in the queue")
  void theSameAcquireWhileItWaitsTakesOverItsPlace() {
    LeaseId held = table.own("jobs/a", "bob", 1_000).lease();
    long first = table.queue(ann().waiting(5_000));
    long second = table.queue(lease("jobs/a", "cid", 1_000).waiting(5_000));

    long again = table.queue(ann().waiting(5_000));

    assertRefused(Outcome.REPEATED, "requestId", table.reply(first));
    assertEquals(2, table.look("jobs/a").waiters());
    table.release(held);
    assertEquals("ann", table.granted(again).holder());
    assertNull(table.reply(second));
  }

  @Test
  void aPlaceThatWasTakenOverIsWithdrawnByItsNewTicket() {
    table.own("jobs/a", "bob", 1_000);
    long first = table.queue(ann().waiting(5_000));
    long again = table.queue(ann().waiting(5_000));

    table.say(new PerShardRequest.Withdraw(first));
    assertEquals(1, table.look("jobs/a").waiters());
    table.say(new PerShardRequest.Withdraw(again));
    assertEquals(0, table.look("jobs/a").waiters());
  }

  @Test
  @DisplayName("case 45: the same id for another key or another holder is another request")
  void theSameIdForAnotherKeyOrAnotherHolderIsAnotherRequest() {
    Reply.Granted ann = table.own(ann());

    Reply.Granted other = table.own(lease("jobs/b", "ann", 1_000).requestId("r1"));
    assertNotEquals(ann.lease(), other.lease());
    assertEquals(
        new Refusal.Held("ann", ann.token(), Said.SINCE, 1_000, 0, 0),
        table.say(lease("jobs/a", "bob", 1_000).requestId("r1").build()));
  }

  @Test
  void aKeyAndAHolderThatReadAlikeTogetherAreNotTheSame() {
    Reply.Granted ann = table.own(lease("jobs/a", "nn", 1_000).requestId("r1"));

    Reply.Granted other = table.own(lease("jobs/", "ann", 1_000).requestId("r1"));

    assertEquals(Key.of("jobs/"), other.key());
    assertNotEquals(ann.lease(), other.lease());
  }

  @Test
  void theSameIdForAnotherKeyTakesNoPlaceOver() {
    table.own("jobs/a", "bob", 1_000);
    long waiting = table.queue(ann().waiting(5_000));

    table.own(lease("jobs/b", "ann", 1_000).requestId("r1"));

    assertNull(table.reply(waiting));
    assertEquals(1, table.look("jobs/a").waiters());
  }

  @Test
  void aRequestThatWasRefusedHeldMayComeAgain() {
    LeaseId held = table.own("jobs/a", "bob", 1_000).lease();
    as(Refusal.Held.class, table.say(ann().build()));
    table.release(held);

    assertEquals("ann", table.own(ann()).holder());
  }

  @Test
  void oneIdAnswersForOneKindOfRequestOnly() {
    Reply.Granted granted = table.own(ann());

    assertEquals(
        new Reply.ValueSet(granted.token()),
        table.say(new Request.SetValue(granted.lease(), Value.of("x"), "r1")));
    as(Reply.SessionOpened.class, table.say(new Request.OpenSession("ann", 1_000, "r1")));
    assertEquals(
        new Reply.Broken(List.of(granted.token()), true),
        table.say(new OperatorRequest.Break(Key.of("jobs/a"), 0, 0, "", "r1")));
  }

  @Test
  void theSameSessionIsOpenedOnce() {
    Request.OpenSession open = new Request.OpenSession("ann", 1_000, "s1");
    Reply.SessionOpened first = as(Reply.SessionOpened.class, table.say(open));
    table.pass(400);

    assertEquals(
        new Reply.SessionOpened(first.session(), "ann", new Validity(1_000, 600), true),
        table.say(open));
    assertEquals(1, table.table.stats().sessions());
  }

  @Test
  void aSessionThatIsOverIsNotOpenedAgainByItsRequestId() {
    Request.OpenSession open = new Request.OpenSession("ann", 1_000, "s1");
    table.say(open);
    table.passUnticked(1_000);

    assertEquals(new Refusal.RequestConsumed(EndReason.EXPIRED, table.token(1)), table.say(open));
  }

  @Test
  void theSameIdOfAnotherHolderIsAnotherSession() {
    Request.OpenSession open = new Request.OpenSession("ann", 1_000, "s1");
    LeaseId ann = as(Reply.SessionOpened.class, table.say(open)).session();

    Reply.SessionOpened bob =
        as(Reply.SessionOpened.class, table.say(new Request.OpenSession("bob", 1_000, "s1")));

    assertNotEquals(ann, bob.session());
    assertEquals("bob", bob.holder());
    assertEquals(2, table.table.stats().sessions());
  }

  @Test
  void aValueIsSetOnceByItsRequestId() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    Request.SetValue first = new Request.SetValue(granted.lease(), Value.of("1"), "v1");
    table.say(first);
    table.say(new Request.SetValue(granted.lease(), Value.of("2"), "v2"));

    assertEquals(new Reply.ValueSet(granted.token()), table.say(first));

    assertEquals(Value.of("2"), table.look("jobs/a").holders().get(0).value());
  }

  @Test
  void theSameIdForAnotherLeaseIsAnotherValue() {
    LeaseId a = table.own("jobs/a", "ann", 1_000).lease();
    LeaseId b = table.own("jobs/b", "ann", 1_000).lease();
    table.say(new Request.SetValue(a, Value.of("1"), "v1"));
    Request.SetValue toB = new Request.SetValue(b, Value.of("2"), "v1");
    table.say(toB);
    assertEquals(Value.of("2"), table.look("jobs/b").holders().get(0).value());

    table.say(new Request.SetValue(b, Value.of("3"), null));
    table.say(toB);

    assertEquals(Value.of("3"), table.look("jobs/b").holders().get(0).value());
  }

  @Test
  void aLeaseIdIsTheSameForTheSameTransfer() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    Request.Transfer transfer = new Request.Transfer(ann.lease(), "bob", "t1");
    Reply first = table.say(transfer);

    assertEquals(first, table.say(transfer));
    assertEquals(List.of("bob"), table.holders("jobs/a"));
    assertNotEquals(ann.token(), as(Reply.Transferred.class, first).token());
  }

  @Test
  void theSameTransferToOneWhoWaitedStillHidesItsLeaseId() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.queue(lease("jobs/a", "bob", 1_000).waiting(500));
    Request.Transfer transfer = new Request.Transfer(ann.lease(), null, "t1");
    Reply first = table.say(transfer);

    assertEquals(first, table.say(transfer));
    assertNull(as(Reply.Transferred.class, first).lease());
  }

  @Test
  void aTransfersRequestIdIsWorthNothingWithoutTheLease() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.say(new Request.Transfer(ann.lease(), "bob", "t1"));
    LeaseId eve = table.own("jobs/b", "eve", 1_000).lease();

    assertRefused(
        Outcome.NOBODY_WAITING, "holder", table.say(new Request.Transfer(eve, null, "t1")));
    assertRefused(
        Outcome.NOT_FOUND,
        "lease",
        table.say(new Request.Transfer(new LeaseId(0, 0, 1, 2, 3), "e", "t1")));
  }
}
