package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SessionTest {

  private final Table table = new Table();

  @Test
  void aSessionIsOpenedWithItsOwnTtl() {
    Reply.SessionOpened opened =
        as(Reply.SessionOpened.class, table.say(new Request.OpenSession("ann", 2_000, null)));

    assertEquals(
        new Reply.SessionOpened(opened.session(), "ann", new Validity(2_000, 2_000), false),
        opened);
    assertEquals(1, table.table.stats().sessions());
  }

  @Test
  void aLeaseUnderASessionHasNoTermOfItsOwn() {
    LeaseId session = table.session("ann", 1_000);

    Reply.Granted granted = table.own(under(session, "jobs/a", "ann"));

    assertEquals(new Validity(0, 0), granted.validity());
  }

  @Test
  void oneKeepAliveKeepsAllLeases() {
    LeaseId session = table.session("ann", 1_000);
    for (int i = 0; i < 100; i++) {
      table.own(under(session, "jobs/" + i, "ann"));
    }
    for (int i = 0; i < 20; i++) {
      table.pass(900);
      as(RenewalReply.Renewed.class, table.keepAlive(session));
    }

    assertEquals(List.of("ann"), table.holders("jobs/0"));
    assertEquals(List.of("ann"), table.holders("jobs/99"));
    assertEquals(100, table.table.stats().leases());
  }

  @Test
  void oneLapseEndsAllLeasesInThatInstant() {
    LeaseId session = table.session("ann", 1_000);
    List<Reply.Granted> leases = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      leases.add(table.own(under(session, "jobs/" + i, "ann")));
    }
    table.passUnticked(1_000);

    assertEquals(List.of(), table.holders("jobs/0"));
    assertEquals(List.of(), table.holders("jobs/599"));
    assertEquals(
        EndReason.EXPIRED, as(RenewalReply.Over.class, table.renew(leases.get(300).lease())).how());
    assertEquals("bob", table.own("jobs/77", "bob", 1_000).holder());
  }

  @Test
  @DisplayName("case 43: the leases of a dead session are cleaned up in slices, dead at once")
  void theLeasesOfADeadSessionAreCleanedUpInSlices() {
    LeaseId session = table.session("ann", 1_000);
    for (int i = 0; i < 600; i++) {
      table.own(under(session, "jobs/" + i, "ann"));
    }
    table.say(new Request.CloseSession(session));

    assertTrue(table.table.tick(table.now), "one turn must not end them all");
    assertEquals(600 - LeaseTable.LEASES_PER_TURN, table.table.stats().leases());
    table.tick();
    assertEquals(0, table.table.stats().leases());
  }

  @Test
  void aLateKeepAliveIsRefused() {
    LeaseId session = table.session("ann", 1_000);
    table.passUnticked(1_000);

    RenewalReply.Over over = as(RenewalReply.Over.class, table.keepAlive(session));
    assertEquals(EndReason.EXPIRED, over.how());
    assertEquals(0, over.agoMillis());
  }

  @Test
  void aKeepAliveInTheLastNanosecondIsHeard() {
    LeaseId session = table.session("ann", 1_000);
    table.passUntickedNanos(1_000 * Table.MILLI - 1);

    assertEquals(
        new Validity(1_000, 1_000),
        as(RenewalReply.Renewed.class, table.keepAlive(session)).validity());
  }

  @Test
  void theFastPathKeepsASessionAlive() {
    LeaseId session = table.session("ann", 1_000);
    assertEquals(RenewalCode.PENDING, table.keepAliveFast(session));
    table.settle();
    table.pass(900);
    assertEquals(1_000, table.keepAliveFast(session));
    table.passUnticked(1_000);
    table.keepAliveFast(session);
    table.settle();
    assertEquals(RenewalCode.EXPIRED, table.keepAliveFast(session));
  }

  @Test
  void aLeaseUnderASessionIsNotRenewedByItself() {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted held = table.own(under(session, "jobs/a", "ann"));
    table.settle();

    assertEquals(new RenewalReply.SessionBound(held.token()), table.renew(held.lease()));
    assertEquals(RenewalCode.SESSION_BOUND, table.renewFast(held.lease()));
  }

  @Test
  void aLeaseUnderASessionIsReleasedByItself() {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted granted = table.own(under(session, "jobs/a", "ann"));

    assertEquals(new Reply.Released(granted.token(), 0), table.release(granted.lease()));
    as(RenewalReply.Renewed.class, table.keepAlive(session));
  }

  @Test
  void aClosedSessionEndsItsLeasesAsReleased() {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted granted = table.own(under(session, "jobs/a", "ann"));

    assertEquals(new Reply.SessionClosed(), table.say(new Request.CloseSession(session)));

    assertEquals(List.of(), table.holders("jobs/a"));
    assertEquals(
        EndReason.RELEASED, as(RenewalReply.Over.class, table.renew(granted.lease())).how());
  }

  @Test
  void aSessionIsClosedAgainWithoutHarm() {
    LeaseId session = table.session("ann", 1_000);
    table.say(new Request.CloseSession(session));
    int before = table.said.changes.size();

    assertEquals(new Reply.SessionClosed(), table.say(new Request.CloseSession(session)));
    assertEquals(before, table.said.changes.size());
  }

  @Test
  void aLapsedSessionIsClosedTooLate() {
    LeaseId session = table.session("ann", 1_000);
    table.passUnticked(1_000);

    Refusal.Over over = as(Refusal.Over.class, table.say(new Request.CloseSession(session)));
    assertEquals(EndReason.EXPIRED, over.how());
  }

  @Test
  void nothingIsGrantedUnderASessionThatIsOver() {
    LeaseId session = table.session("ann", 1_000);
    table.passUnticked(1_000);

    assertRefused(
        Outcome.SESSION_OVER, "session", table.say(under(session, "jobs/a", "ann").build()));
  }

  @Test
  void nothingIsGrantedUnderAGuessedSession() {
    table.session("ann", 1_000);

    assertRefused(
        Outcome.SESSION_OVER,
        "session",
        table.say(under(new LeaseId(0, 0, 0, 1, 2), "jobs/a", "ann").build()));
  }

  @Test
  void aLeaseUnderASessionHasNoTtl() {
    LeaseId session = table.session("ann", 1_000);

    assertRefused(
        Outcome.INVALID, "ttl", table.say(under(session, "jobs/a", "ann").ttl(1_000).build()));
    assertRefused(
        Outcome.INVALID,
        "hardTtl",
        table.say(under(session, "jobs/a", "ann").hardTtl(1_000).build()));
  }

  @Test
  @DisplayName("case 32: a lease is dead with its session, whatever is asked of it first")
  void aLeaseIsDeadWithItsSessionWhateverIsAskedFirst() {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted granted = table.own(under(session, "jobs/a", "ann"));
    table.passUnticked(1_000);

    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, granted.token()), table.renew(granted.lease()));
    Change.End session0 = as(Change.End.class, table.said.changes.get(2));
    assertEquals(session.row(), session0.row(), "the session ends before its leases do");
  }

  @Test
  void theStateOfASessionIsItsTermAndItsLeases() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "jobs/a", "ann"));
    table.own(under(session, "jobs/b", "ann"));
    table.pass(400);

    assertEquals(
        new Reply.SessionState("ann", new Validity(1_000, 600), 2),
        table.say(new Request.InspectSession(session)));
  }

  @Test
  void aSessionAndALeaseAreNotMistakenForEachOther() {
    LeaseId session = table.session("ann", 1_000);
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.settle();

    assertRefused(Outcome.NOT_FOUND, "lease", table.release(session));
    assertEquals(new RenewalReply.NotFound(), table.renew(session));
    assertEquals(new RenewalReply.NotFound(), table.keepAlive(held));
    assertRefused(Outcome.NOT_FOUND, "session", table.say(new Request.CloseSession(held)));
    assertEquals(RenewalCode.NOT_FOUND, table.keepAliveFast(held));
    assertEquals(RenewalCode.NOT_FOUND, table.renewFast(session));
  }

  @Test
  void theEndOfASessionServesAllItsQueues() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "jobs/a", "ann"));
    table.own(under(session, "jobs/b", "ann"));
    long forA = table.queue(lease("jobs/a", "bob", 1_000).waiting(5_000));
    long forB = table.queue(lease("jobs/b", "bob", 1_000).waiting(5_000));

    table.pass(1_010);

    assertEquals("bob", table.granted(forA).holder());
    assertEquals("bob", table.granted(forB).holder());
  }

  @Test
  void heldUnderASessionRemainsForAsLongAsTheSession() {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted granted = table.own(under(session, "jobs/a", "ann"));
    table.pass(300);

    assertEquals(
        new Refusal.Held("ann", granted.token(), Said.SINCE, 700, 0, 0),
        table.acquire("jobs/a", "bob", 1_000));
  }
}
