package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import org.junit.jupiter.api.Test;

/** Checks that a session takes no new lease while it runs out, because leases of it may be lost. */
class SessionRunsOutTest {

  private static final long TTL = 10_000;
  private static final long QUARANTINE = 100;

  private final TwoShards shards = new TwoShards();
  private final Table home = shards.home;
  private final Table guest = shards.guest;

  private void guestLease(LeaseId session, String key) {
    long ticket = guest.ask(under(session, key, "ann").build());
    shards.deliver();
    guest.granted(ticket);
  }

  private void guestLosesAll() {
    guest.said.changes.clear();
    guest.restartInDoubt(QUARANTINE, 0, 2);
  }

  @Test
  void itTakesNoMoreLeasesOnOtherShards() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    guestLosesAll();
    shards.pass(20);

    long first = guest.ask(under(session, "jobs/b", "ann").build());
    shards.pass(QUARANTINE);
    long next = guest.ask(under(session, "jobs/b", "ann").build());

    assertRefused(Outcome.SESSION_OVER, "session", guest.reply(first));
    assertRefused(Outcome.SESSION_OVER, "session", guest.reply(next));
  }

  @Test
  void atItsHomeItsWaiterGetsNoKey() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    LeaseId bobs = home.own("jobs/b", "bob", 60_000).lease();
    long ann = home.queue(under(session, "jobs/b", "ann").waiting(60_000));
    long carl = home.queue(lease("jobs/b", "carl", 60_000).waiting(60_000));
    guestLosesAll();
    shards.pass(20);

    home.release(bobs);

    assertRefused(Outcome.SESSION_OVER, "session", home.reply(ann));
    assertEquals("carl", home.granted(carl).holder());
  }

  @Test
  void onAnotherShardItsWaiterGetsNoKeyOnceThatShardHasAskedAgain() {
    LeaseId session = home.session("ann", 60_000);
    guestLease(session, "jobs/a");
    LeaseId bobs = guest.own("jobs/b", "bob", 60_000).lease();
    long ann = guest.ask(under(session, "jobs/b", "ann").waiting(60_000).build());
    long carl = guest.queue(lease("jobs/b", "carl", 60_000).waiting(60_000));
    home.restartInDoubt(QUARANTINE, 0, 2);
    shards.pass(SessionLookup.ASK_AGAIN_NANOS_MAX / Table.MILLI + 20);

    guest.release(bobs);

    assertRefused(Outcome.SESSION_OVER, "session", guest.reply(ann));
    assertEquals("carl", guest.granted(carl).holder());
  }

  @Test
  void noHolderTransfersAKeyToItsWaiter() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    LeaseId bobs = home.own("jobs/b", "bob", 60_000).lease();
    long ann = home.queue(under(session, "jobs/b", "ann").waiting(60_000));
    guestLosesAll();
    shards.pass(20);

    assertRefused(Outcome.NOBODY_WAITING, "holder", home.transfer(bobs, null));
    assertRefused(Outcome.SESSION_OVER, "session", home.reply(ann));
  }

  @Test
  void itTakesNoMoreLeasesAndIsNotOpenedAgain() {
    Request open = new Request.OpenSession("ann", TTL, "s1");
    LeaseId session = as(Reply.SessionOpened.class, home.say(open)).session();
    guestLease(session, "jobs/a");
    guestLosesAll();
    shards.pass(20);

    Reply refused = home.say(under(session, "jobs/b", "ann").build());
    assertRefused(Outcome.SESSION_OVER, "session", refused);
    Refusal.RequestConsumed consumed = as(Refusal.RequestConsumed.class, home.say(open));
    assertEquals(EndReason.EXPIRED, consumed.how());
    Reply inspected = home.say(new Request.InspectSession(session));
    assertEquals(EndReason.EXPIRED, as(Refusal.Over.class, inspected).how());
  }
}
