package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
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
