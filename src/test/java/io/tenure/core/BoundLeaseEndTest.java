package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import org.junit.jupiter.api.Test;

/**
 * Checks the end of a lease under a session when it comes before the session reports it to the
 * holder.
 */
class BoundLeaseEndTest {

  private final Table table = new Table();
  private final LeaseId session = table.session("ann", 30_000);

  @Test
  void whoIsBrokenWithAGraceIsToldHowMuchOfItIsLeft() {
    Reply.Granted ann = table.own(under(session, "jobs/a", "ann"));
    long bob = table.queue(lease("jobs/a", "bob", 10_000).waiting(60_000));
    table.breakWithin("jobs/a", 5_000);
    table.settle();
    table.pass(4_500);

    assertEquals(500, table.renewFast(ann.lease()));
    assertEquals(
        new RenewalReply.Renewed(new Validity(0, 500), ann.token(), true),
        table.renew(ann.lease()));
    table.pass(499);
    assertNull(table.reply(bob));
    table.pass(10);
    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void whoHasAMaxLifetimeIsToldHowMuchOfItIsLeft() {
    Request.Acquire mine =
        under(session, "jobs/a", "ann").maxLifetime(60_000).requestId("mine").build();
    Reply.Granted ann = as(Reply.Granted.class, table.say(mine));
    assertEquals(new Validity(0, 60_000), ann.validity());
    table.settle();
    passKeepingAlive(50_000);

    assertEquals(10_000, table.renewFast(ann.lease()));
    assertEquals(
        new RenewalReply.Renewed(new Validity(0, 10_000), ann.token(), false),
        table.renew(ann.lease()));
    assertEquals(new Validity(0, 10_000), as(Reply.Granted.class, table.say(mine)).validity());
  }

  /** 0 would say that nothing ends it before its session, in which its holder believes for long. */
  @Test
  void inItsLastMillisecondItStillHasAnEnd() {
    Request mine = under(session, "jobs/a", "ann").maxLifetime(10_000).requestId("mine").build();
    Reply.Granted ann = as(Reply.Granted.class, table.say(mine));
    table.settle();
    table.pass(9_990);
    table.passNanos(9_500_000);
    as(RenewalReply.Renewed.class, table.keepAlive(session));

    assertHasAnEnd(mine, ann.lease());
  }

  /** A pause of less than a step is not forgiven: the end lies in it, and is judged later. */
  @Test
  void whileRenewalsAreHeardItStillHasAnEnd() {
    Request mine = under(session, "jobs/a", "ann").maxLifetime(10_000).requestId("mine").build();
    Reply.Granted ann = as(Reply.Granted.class, table.say(mine));
    table.settle();
    table.pass(9_900);
    table.stall(240);

    assertHasAnEnd(mine, ann.lease());
  }

  @Test
  void atTheEndOfAGraceNothingIsLeftToCountOn() {
    Request mine = under(session, "jobs/a", "ann").requestId("mine").build();
    Reply.Granted ann = as(Reply.Granted.class, table.say(mine));
    table.breakWithin("jobs/a", 5_000);
    table.settle();
    table.pass(4_900);
    table.stall(200);

    assertHasAnEnd(mine, ann.lease());
  }

  /** A renewal that has nothing to say is not certain yet, in a word and as a number. */
  @Test
  void ofALeaseWithoutASessionTooARenewalIsPendingAtItsEnd() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    table.breakWithin("jobs/a", 5_000);
    table.settle();
    table.pass(4_900);
    table.stall(200);

    assertPending(ann.lease());
  }

  /** The least that can be said, which is all safety margin. */
  private void assertHasAnEnd(Request mine, LeaseId lease) {
    Validity validity = as(Reply.Granted.class, table.say(mine)).validity();
    assertEquals(new Validity(0, 1), validity);
    assertTrue(validity.safetyMillis() >= 1);
    assertPending(lease);
  }

  private void assertPending(LeaseId lease) {
    assertEquals(RenewalCode.PENDING, table.renewFast(lease));
    assertEquals(new RenewalReply.Pending(), table.renew(lease));
  }

  @Test
  void afterARecoveryItIsToldWhatIsLeftFromThenOn() {
    Reply.Granted ann = table.own(under(session, "jobs/a", "ann").maxLifetime(60_000));
    table.breakWithin("jobs/a", 5_000);
    passKeepingAlive(4_000);
    table.restart();
    table.pass(1_000);

    assertEquals(4_000, table.renewFast(ann.lease()));
  }

  private void passKeepingAlive(long millis) {
    for (long passed = 0; passed < millis; passed += 10_000) {
      table.pass(Math.min(10_000, millis - passed));
      as(RenewalReply.Renewed.class, table.keepAlive(session));
    }
  }
}
