package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks that a session with lost leases ends, and that the keys of these leases are granted only
 * afterwards.
 */
class LostLeasesTest {

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

  /** The store of the guest has lost everything, and the next owner knows that this is possible. */
  private void guestLosesAll() {
    guest.said.changes.clear();
    guest.restartInDoubt(QUARANTINE, 0, 2);
  }

  private RenewalReply.Over over(LeaseId session) {
    return as(RenewalReply.Over.class, home.keepAlive(session));
  }

  private List<ShardMessage> told(Table by, Class<? extends ShardMessage> kind) {
    return by.said.tells.stream().map(Said.Tell::message).filter(kind::isInstance).toList();
  }

  @Test
  void aSessionThatMayHaveLostALeaseElsewhereIsNotKeptAlive() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");

    guestLosesAll();
    as(RenewalReply.Renewed.class, home.keepAlive(session));
    shards.pass(20);

    assertEquals(EndReason.EXPIRED, over(session).how());
    home.settle();
    assertEquals(RenewalCode.EXPIRED, home.keepAliveFast(session));
    shards.pass(TTL);
    assertEquals(0, home.table.stats().sessions());
  }

  @Test
  void theLostKeyIsGrantedOnlyWhenTheSessionIsBelievedInNoLonger() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    shards.pass(6_000);
    as(RenewalReply.Renewed.class, home.keepAlive(session));

    guestLosesAll();
    long bob = guest.queue(lease("jobs/a", "bob", 1_000).waiting(60_000));
    shards.pass(TTL - 20);
    assertNull(guest.reply(bob));

    shards.pass(60);
    assertEquals("bob", guest.granted(bob).holder());
  }

  @Test
  void itsOtherLeasesStandUntilThenAndNoLonger() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    home.own(under(session, "jobs/b", "ann"));

    guestLosesAll();
    shards.pass(TTL - 40);
    over(session);
    assertEquals(List.of("ann"), home.holders("jobs/b"));

    shards.pass(80);
    assertEquals(List.of(), home.holders("jobs/b"));
  }

  @Test
  void aHolderThatClosesWhatRunsOutLeavesAtOnce() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    home.own(under(session, "jobs/b", "ann"));
    guestLosesAll();
    shards.pass(20);

    Refusal.Over closed = as(Refusal.Over.class, home.say(new Request.CloseSession(session)));
    home.tick();

    assertEquals(EndReason.EXPIRED, closed.how());
    assertEquals(List.of(), home.holders("jobs/b"));
  }

  @Test
  void aSessionWithoutLeasesThereLivesOn() {
    LeaseId session = home.session("ann", TTL);
    home.own(under(session, "jobs/b", "ann"));

    guestLosesAll();
    shards.pass(20);

    as(RenewalReply.Renewed.class, home.keepAlive(session));
  }

  @Test
  void aLossIsToldUntilItIsHeardAndNoKeyIsGrantedBefore() {
    LeaseId session = home.session("ann", 500);
    guestLease(session, "jobs/a");
    guestLosesAll();
    long bob = guest.queue(lease("jobs/a", "bob", 1_000).waiting(60_000));
    for (int round = 0; round < 30; round++) {
      guest.pass(100);
      shards.lose();
    }

    int told = told(guest, ShardMessage.Lost.class).size();
    assertTrue(told >= 5 && told <= 7, () -> told + " words in three seconds");
    assertNull(guest.reply(bob));
    shards.pass(1_100);
    assertEquals("bob", guest.granted(bob).holder());
    assertEquals(0, guest.table.stats().quarantineMillis());

    int last = told(guest, ShardMessage.Lost.class).size();
    shards.pass(2_000);
    assertEquals(last, told(guest, ShardMessage.Lost.class).size());
  }

  @Test
  void aHomeThatNeverAnswersIsReckonedWithForAsLongAsItsSessionsMayLast() {
    long promised = 30_000;
    guest.said.changes.clear();
    guest.restartInDoubt(promised, 3_000, 2);
    long bob = guest.queue(lease("jobs/a", "bob", 60_000).waiting(60_000));

    guest.pass(10_000 + 2 * 3_000 + promised - 20);
    assertNull(guest.reply(bob));
    guest.pass(100);
    assertEquals("bob", guest.granted(bob).holder());
  }

  @Test
  void everyOtherShardHasToHearOfIt() {
    guest.restartInDoubt(QUARANTINE, 0, 200);
    guest.pass(300);
    List<ShardMessage> lost = told(guest, ShardMessage.Lost.class);
    assertEquals(199, lost.size());
    List<Integer> asked = guest.said.tells.stream().map(Said.Tell::shard).distinct().toList();
    assertEquals(199, asked.size());
    long since = ((ShardMessage.Lost) lost.get(0)).since();

    asked.stream()
        .skip(1)
        .forEach(shard -> guest.table.hear(guest.now, new ShardMessage.LossHeard(shard, since, 0)));
    assertNotEquals(0, guest.table.stats().quarantineMillis());
    guest.table.hear(guest.now, new ShardMessage.LossHeard(asked.get(1), since, 0));
    guest.table.hear(guest.now, new ShardMessage.LossHeard(asked.get(0), since - 1, 0));
    guest.tick();
    assertNotEquals(0, guest.table.stats().quarantineMillis());

    guest.table.hear(guest.now, new ShardMessage.LossHeard(asked.get(0), since, 0));
    guest.pass(QUARANTINE + 100);
    assertEquals(0, guest.table.stats().quarantineMillis());
  }

  @Test
  void noLeaseGetsANumberOfTheEpochOfTheQuarantine() {
    guestLosesAll();
    guest.epochsCome = false;
    long bob = guest.queue(lease("jobs/a", "bob", 1_000).waiting(60_000));
    shards.pass(QUARANTINE - 20);
    assertEquals(0, guest.said.epochsWanted);

    shards.pass(5_000);
    assertEquals(1, guest.said.epochsWanted);
    assertNull(guest.reply(bob));
    guest.enterNextEpoch();
    guest.pass(20);
    assertTrue(guest.granted(bob).token() > guest.epoch << RevisionSequence.BITS);
  }

  @Test
  void anEpochThatWasAskedForEarlierDoesNotEndIt() {
    guestLosesAll();
    shards.pass(QUARANTINE - 20);
    guest.enterNextEpoch();
    assertTrue(guest.table.stats().quarantineMillis() > 0);

    shards.pass(100);
    assertEquals(0, guest.table.stats().quarantineMillis());
    assertEquals(Table.EPOCH + 3, guest.epoch);
  }

  @Test
  void theAnswerStandsBehindWhatIsLeftToRunOut() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    home.settle();
    guestLosesAll();
    home.table.hear(home.now, told(guest, ShardMessage.Lost.class).get(0));
    home.tick();

    assertEquals(
        new Change.EndAfterGrace(0, home.token(1), TTL + 1, "leases of it may be lost", null),
        home.said.lastChange());
    Said.Tell answer = home.said.tells.get(home.said.tells.size() - 1);
    assertEquals(home.said.places(), answer.behind());
    assertEquals(new ShardMessage.LossHeard(0, guest.token(0), TTL + 1), answer.message());
  }

  @Test
  void theEndIsToldOnlyWhenItIsKept() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    home.settle();
    guestLosesAll();
    shards.pass(20);

    assertEquals(RenewalCode.PENDING, home.keepAliveFast(session));
    assertEquals(home.said.places(), home.said.behind(home.ask(new Request.KeepAlive(session))));
  }

  @Test
  void aRepeatedWordHarmsNoLaterSession() {
    guestLosesAll();
    ShardMessage lost = told(guest, ShardMessage.Lost.class).get(0);
    shards.pass(200);
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");

    home.table.hear(home.now, lost);
    home.tick();

    as(RenewalReply.Renewed.class, home.keepAlive(session));
  }

  @Test
  void aQuestionThatOvertakesTheLossHidesNothing() {
    LeaseId session = home.session("ann", TTL);
    guestLease(session, "jobs/a");
    guestLosesAll();
    home.table.hear(home.now, new ShardMessage.Ask(session, 1, guest.token(0), 99));
    shards.pass(20);

    over(session);
  }

  @Test
  void aDoubtThatIsBegunAgainIsToldAgain() {
    guest.restartInDoubt(QUARANTINE, 0, 2);
    shards.lose();
    guest.restartInDoubt(QUARANTINE, 0, 2);
    assertEquals(
        List.of(new ShardMessage.Lost(1, guest.token(0))),
        told(guest, ShardMessage.Lost.class).subList(1, 2));
  }

  @Test
  void whatRanOutLeavesNothingToTheNextInItsSlot() {
    Table small = new Table(0, Table.SMALL, 0);
    LeaseId session = small.session("ann", 1_000);
    small.table.hear(small.now, new ShardMessage.Ask(session, 1, 5, 77));
    small.table.hear(small.now, new ShardMessage.Lost(1, 6));
    small.pass(1_100);
    assertEquals(0, small.table.stats().sessions());

    for (int slot = 0; slot < 8; slot++) {
      LeaseId next = small.session("bob", 1_000);
      as(RenewalReply.Renewed.class, small.keepAlive(next));
      assertTrue(
          ImageTest.image(small.table).stream().noneMatch(Change.EndAfterGrace.class::isInstance),
          "the next session runs out as well");
    }
  }
}
