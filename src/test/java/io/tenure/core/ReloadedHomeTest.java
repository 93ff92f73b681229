package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.RenewalReply;
import io.tenure.api.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what the home shard of a session knows after a reload, and what it may have lost. */
class ReloadedHomeTest {

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

  private void assertExpired(LeaseId session) {
    assertEquals(EndReason.EXPIRED, as(RenewalReply.Over.class, home.keepAlive(session)).how());
  }

  private long enrolments() {
    return home.said.changes.stream().filter(Change.Enrol.class::isInstance).count();
  }

  @Test
  void aGuestIsEnrolledOnceAndTheAnswerWaitsForThat() {
    LeaseId session = home.session("ann", TTL);
    home.settle();

    home.table.hear(home.now, new ShardMessage.Ask(session, 1, 5, 77));
    home.table.hear(home.now, new ShardMessage.Ask(session, 1, 5, 78));
    home.table.hear(home.now, new ShardMessage.Ask(session, 1, 9, 79));

    List<SessionGuestShard> guests = List.of(new SessionGuestShard(1, 5));
    assertEquals(new Change.Enrol(0, home.token(1), guests), home.said.lastChange());
    assertEquals(List.of(2L, 2L, 2L), home.said.tells.stream().map(Said.Tell::behind).toList());
    as(RenewalReply.Renewed.class, home.keepAlive(session));
    assertTrue(home.keepAliveFast(session) > 0, "a keep-alive waits for no guest");
    assertEquals(1, enrolments());
    home.restart();
    home.table.hear(home.now, new ShardMessage.Ask(session, 1, 12, 80));
    assertEquals(1, enrolments());
    home.table.hear(home.now, new ShardMessage.Ask(session, 0x7f, 3, 81));
    assertEquals(
        new Change.Enrol(
            0, home.token(1) - (1L << 22), List.of(guests.get(0), new SessionGuestShard(0x7f, 3))),
        home.said.lastChange());
  }

  @Test
  void aStoreThatLostEverythingIsToldTheGuestsAgain() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    List<Change> image = ImageTest.image(home.table);
    home.said.changes.clear();
    home.said.changes.addAll(image);
    home.restart();
    guestLosesAll();
    shards.pass(20);

    assertExpired(session);
  }

  @Test
  void aHomeThatIsReloadedKnowsItsGuestsAndWhatRunsOut() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    home.restart();
    guestLosesAll();
    shards.pass(20);
    assertExpired(session);
    home.restart();

    assertExpired(session);
    shards.pass(TTL);
    assertEquals(0, home.table.stats().sessions());
  }

  @Test
  void aHomeInDoubtKeepsNothingAliveThatItRecovered() {
    LeaseId session = home.session("ann", TTL);
    home.own(under(session, "jobs/a", "ann"));
    home.said.changes.remove(home.said.lastChange());
    home.restartInDoubt(QUARANTINE, 0, 2);
    long bob = home.queue(lease("jobs/a", "bob", 1_000).waiting(60_000));
    LeaseId later = home.session("cid", TTL);
    shards.pass(TTL - 20);

    assertExpired(session);
    assertNull(home.reply(bob));
    as(RenewalReply.Renewed.class, home.keepAlive(later));
    shards.pass(60);
    assertEquals("bob", home.granted(bob).holder());
    as(RenewalReply.Renewed.class, home.keepAlive(later));
  }

  @Test
  void aReloadedHomeTellsItsGuestsOfTheEndAtOnce() {
    LeaseId session = home.session("ann", 60_000);
    guestLease(session, "jobs/a");
    home.restart();

    home.say(new Request.CloseSession(session));
    shards.pass(20);

    assertEquals(List.of(), guest.holders("jobs/a"));
  }

  @Test
  void aHomeThatOpensTellsItsGuestsWhatEndedBefore() {
    LeaseId session = home.session("ann", 60_000);
    guestLease(session, "jobs/a");
    home.say(new Request.CloseSession(session));
    shards.lose();

    home.restart();
    shards.pass(20);

    assertEquals(List.of(), guest.holders("jobs/a"));
  }
}
