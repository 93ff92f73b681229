package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.OperatorRequest;
import io.tenure.api.RenewalReply;
import org.junit.jupiter.api.Test;

/**
 * Checks that homes are informed of lost leases in time, even if they open late or their clocks
 * differ.
 */
class HomesInDoubtTest {

  private static final long TTL = 10_000;
  private static final long QUARANTINE = 100;

  private final TwoShards shards = new TwoShards();
  private final Table home = shards.home;
  private final Table guest = shards.guest;

  private LeaseId sessionWithLease(long ttl) {
    LeaseId session = home.session("ann", ttl);
    guest.granted(waitingUnder(session));
    return session;
  }

  private long waitingUnder(LeaseId session) {
    long ticket = guest.ask(under(session, "jobs/a", "ann").waiting(60_000).build());
    shards.deliver();
    return ticket;
  }

  private void guestLosesAll(long quarantine, long term) {
    guest.said.changes.clear();
    guest.restartInDoubt(quarantine, term, 2);
  }

  /** Keeps the session alive each second until the lost key is granted; returns the last reply. */
  private RenewalReply keptAliveUntilGranted(LeaseId session, long ticket) {
    RenewalReply last = home.keepAlive(session);
    for (int second = 0; second < 120 && guest.reply(ticket) == null; second++) {
      last = home.keepAlive(session);
      shards.pass(1_000);
    }
    assertEquals("bob", guest.granted(ticket).holder());
    return last;
  }

  /**
   * The home was not served when the shard in doubt announced the loss, and is opened here later.
   */
  @Test
  void aHomeThatOpensLateHearsOfItToo() {
    long ttl = 60_000;
    LeaseId session = sessionWithLease(ttl);
    guestLosesAll(ttl, 3_000);
    long bob = guest.queue(lease("jobs/a", "bob", 60_000).waiting(300_000));
    for (int round = 0; round < 170; round++) {
      guest.pass(100);
      shards.lose();
    }
    assertTrue(guest.table.stats().quarantineMillis() > ttl / 2, "the quarantine goes on");

    home.restart();
    as(RenewalReply.Over.class, keptAliveUntilGranted(session, bob));
  }

  @Test
  void whatAnOperatorHasEndedIsToldNoMore() {
    guestLosesAll(60_000, 3_000);
    guest.say(new OperatorRequest.EndQuarantine(1, "the old server is off"));
    shards.passApart(1_000);
    assertEquals(0, guest.table.stats().quarantineMillis());

    shards.lose();
    int told = guest.said.tells.size();
    shards.passApart(5_000);
    assertEquals(told, guest.said.tells.size());
  }

  /**
   * The number of the lost claim came from the clock of another Redis, which was ahead, and the
   * next owner was never informed of that claim. The home, on another node of the cluster, has lost
   * nothing.
   */
  @Test
  void aLossIsHeardThoughTheLostOwnershipWasNumberedByAClockThatWasAhead() {
    LeaseId session = sessionWithLease(TTL);
    home.restart();
    guest.epoch -= 4;
    guestLosesAll(QUARANTINE, 0);
    long bob = guest.queue(lease("jobs/a", "bob", 600_000).waiting(60_000));

    as(RenewalReply.Over.class, keptAliveUntilGranted(session, bob));
  }

  /**
   * The session asks for its first lease there only afterwards, so that no lease of it can be lost.
   */
  @Test
  void theOwnershipThatDoubtsHasLostNothingItself() {
    guestLosesAll(QUARANTINE, 0);
    ShardMessage.Lost lost = new ShardMessage.Lost(1, guest.token(0));
    LeaseId session = home.session("ann", TTL);
    waitingUnder(session);
    home.restart();

    home.table.hear(home.now, lost);
    home.tick();

    as(RenewalReply.Renewed.class, home.keepAlive(session));
  }

  @Test
  void aLateWordOfAnEarlierOwnershipEndsNothingOfALaterOne() {
    sessionWithLease(TTL);
    guestLosesAll(QUARANTINE, 0);
    ShardMessage.Lost late = new ShardMessage.Lost(1, guest.token(0));
    shards.pass(200);
    guest.restart();
    LeaseId session = sessionWithLease(TTL);

    home.table.hear(home.now, late);
    home.tick();

    as(RenewalReply.Renewed.class, home.keepAlive(session));
  }

  /** The same, after the home was opened again and the later ownership has asked. */
  @Test
  void whatWasEnrolledBeforeTheHomeWasOpenedAgainIsNotEndedByALateWordEither() {
    guestLosesAll(QUARANTINE, 0);
    ShardMessage.Lost late = new ShardMessage.Lost(1, guest.token(0));
    shards.pass(200);
    guest.restart();
    LeaseId session = sessionWithLease(TTL);
    home.restart();
    home.table.hear(home.now, new ShardMessage.Ask(session, 1, guest.token(0), 99));

    home.table.hear(home.now, late);
    home.tick();

    as(RenewalReply.Renewed.class, home.keepAlive(session));
  }
}
