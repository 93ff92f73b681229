package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.LifespanView;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionAcrossShardsTest {

  private final TwoShards shards = new TwoShards();
  private final Table home = shards.home;
  private final Table guest = shards.guest;

  private Reply.Granted guestLease(LeaseId session, String key) {
    long ticket = guest.ask(under(session, key, "ann").build());
    shards.deliver();
    return guest.granted(ticket);
  }

  @Test
  void anAcquireElsewhereAsksAtHomeFirst() {
    LeaseId session = home.session("ann", 1_000);

    long ticket = guest.queue(under(session, "jobs/a", "ann"));

    assertEquals(
        List.of(new Said.Tell(0, 0, new ShardMessage.Ask(session, 1, guest.token(0), question()))),
        guest.said.tells);
    shards.deliver();
    assertEquals(new Validity(0, 0), guest.granted(ticket).validity());
    assertEquals(session.shard(), 0);
  }

  private long question() {
    return ((ShardMessage.Ask) guest.said.tells.get(guest.said.tells.size() - 1).message())
        .question();
  }

  @Test
  void anAnswerToAnotherQuestionIsNoAnswer() {
    LeaseId session = home.session("ann", 60_000);
    long ticket = guest.queue(under(session, "jobs/a", "ann"));

    guest.table.hear(
        guest.now, new ShardMessage.Alive(session, question() + 2, 1_000, 1_000, false));
    assertNull(guest.reply(ticket));

    guest.table.hear(guest.now, new ShardMessage.Alive(session, question(), 1_000, 1_000, false));
    assertEquals("ann", guest.granted(ticket).holder());
  }

  @Test
  void homeSaysThatItLivesAndWhenToAskAgain() {
    LeaseId session = home.session("ann", 1_000);
    home.settle();
    shards.pass(400);

    home.table.hear(home.now, new ShardMessage.Ask(session, 1, guest.token(0), 77));

    assertEquals(
        List.of(new Said.Tell(1, 2, new ShardMessage.Alive(session, 77, 601, 1_000, false))),
        home.said.tells);
  }

  @Test
  void homeSaysAliveOnlyBehindItsDurableBeginning() {
    LeaseId session = home.session("ann", 1_000);

    home.table.hear(home.now, new ShardMessage.Ask(session, 1, guest.token(0), 77));

    assertEquals(2, home.said.tells.get(0).behind());
  }

  @Test
  void aSecondAcquireElsewhereNeedNotAsk() {
    LeaseId session = home.session("ann", 1_000);
    guestLease(session, "jobs/a");
    int asked = guest.said.tells.size();

    assertEquals("ann", guest.own(under(session, "jobs/b", "ann")).holder());
    assertEquals(asked, guest.said.tells.size());
  }

  @Test
  void oneKeepAliveAtHomeKeepsLeasesElsewhere() {
    LeaseId session = home.session("ann", 1_000);
    guestLease(session, "jobs/a");

    for (int i = 0; i < 10; i++) {
      shards.pass(900);
      as(RenewalReply.Renewed.class, home.keepAlive(session));
    }

    assertEquals(List.of("ann"), guest.holders("jobs/a"));
  }

  @Test
  void aLapseAtHomeEndsLeasesElsewhere() {
    LeaseId session = home.session("ann", 1_000);
    Reply.Granted granted = guestLease(session, "jobs/a");
    long bob = guest.queue(lease("jobs/a", "bob", 1_000).waiting(5_000));

    shards.pass(1_030);

    assertEquals("bob", guest.granted(bob).holder());
    assertEquals(
        EndReason.EXPIRED, as(RenewalReply.Over.class, guest.renew(granted.lease())).how());
  }

  @Test
  void aCloseAtHomeEndsLeasesElsewhereAsReleasedInTheInstantItIsHeard() {
    LeaseId session = home.session("ann", 1_000);
    Reply.Granted granted = guestLease(session, "jobs/a");

    home.say(new Request.CloseSession(session));
    assertEquals(List.of("ann"), guest.holders("jobs/a"));
    shards.deliver();

    assertEquals(List.of(), guest.holders("jobs/a"));
    assertEquals(
        EndReason.RELEASED, as(RenewalReply.Over.class, guest.renew(granted.lease())).how());
  }

  @Test
  void theWordOfTheEndStandsBehindTheEnd() {
    LeaseId session = home.session("ann", 1_000);
    guestLease(session, "jobs/a");
    home.settle();
    home.said.tells.clear();
    home.say(new Request.CloseSession(session));

    assertEquals(
        List.of(new Said.Tell(1, 3, new ShardMessage.Over(session, EndReason.RELEASED))),
        home.said.tells);
  }

  @Test
  void aLostWordOfTheEndIsAskedForAgain() {
    LeaseId session = home.session("ann", 1_000);
    guestLease(session, "jobs/a");
    home.say(new Request.CloseSession(session));
    shards.lose();
    assertEquals(List.of("ann"), guest.holders("jobs/a"));

    shards.pass(1_100);

    assertEquals(List.of(), guest.holders("jobs/a"));
  }

  @Test
  void aLostQuestionIsAskedAgain() {
    LeaseId session = home.session("ann", 5_000);
    long ticket = guest.queue(under(session, "jobs/a", "ann"));
    shards.lose();

    shards.pass(600);

    assertEquals("ann", guest.granted(ticket).holder());
  }

  @Test
  void aHomeThatNeverAnswersIsUnavailable() {
    LeaseId session = home.session("ann", 60_000);
    long ticket = guest.queue(under(session, "jobs/a", "ann"));
    guest.pass(1_990);
    assertNull(guest.reply(ticket));

    guest.pass(20);

    assertRefused(Outcome.UNAVAILABLE, "session", guest.reply(ticket));
    assertEquals(List.of(), guest.said.changes);
  }

  @Test
  void aSessionThatIsOverAtHomeIsRefusedElsewhere() {
    LeaseId session = home.session("ann", 1_000);
    home.say(new Request.CloseSession(session));

    long ticket = guest.queue(under(session, "jobs/a", "ann"));
    shards.pass(20);

    assertRefused(Outcome.SESSION_OVER, "session", guest.reply(ticket));
  }

  @Test
  void aGuessedSessionIsRefusedElsewhere() {
    home.session("ann", 1_000);

    long ticket = guest.queue(under(new LeaseId(0, 0, 0, 1, 2), "jobs/a", "ann"));
    shards.pass(20);

    assertRefused(Outcome.SESSION_OVER, "session", guest.reply(ticket));
  }

  @Test
  void whoWaitsElsewhereUnderASessionThatEndsIsToldSo() {
    LeaseId session = home.session("ann", 1_000);
    guestLease(session, "jobs/b");
    guest.own("jobs/a", "bob", 60_000);
    long ticket = guest.queue(under(session, "jobs/a", "ann").waiting(30_000));

    shards.pass(1_030);

    assertRefused(Outcome.SESSION_OVER, "session", guest.reply(ticket));
    assertEquals(0, guest.look("jobs/a").waiters());
  }

  @Test
  void wordsDoubledAndOutOfOrderReviveNothing() {
    LeaseId session = home.session("ann", 1_000);
    guestLease(session, "jobs/a");
    ShardMessage alive = home.said.tells.get(0).message();
    home.say(new Request.CloseSession(session));
    shards.deliver();

    guest.table.hear(guest.now, alive);
    guest.table.hear(guest.now, new ShardMessage.Over(session, EndReason.EXPIRED));
    guest.table.hear(guest.now, alive);
    guest.tick();

    assertEquals(List.of(), guest.holders("jobs/a"));
    assertEquals(0, guest.table.stats().leases());
  }

  @Test
  void aWordAboutAStrangerIsIgnored() {
    guest.table.hear(
        guest.now, new ShardMessage.Alive(new LeaseId(0, 1, 2, 3, 4), 77, 100, 1_000, false));
    guest.table.hear(
        guest.now, new ShardMessage.Over(new LeaseId(0, 1, 2, 3, 4), EndReason.EXPIRED));
    guest.table.hear(
        guest.now, new ShardMessage.Over(new LeaseId(1, 1, 2, 3, 4), EndReason.EXPIRED));

    assertEquals(List.of(), guest.said.changes);
    assertEquals(List.of(), guest.said.tells);
  }

  @Test
  void theRemainingTimeOfALeaseElsewhereIsItsSessions() {
    LeaseId session = home.session("ann", 1_000);
    Reply.Granted granted = guestLease(session, "jobs/a");

    assertEquals(
        new Refusal.Held("ann", granted.token(), Said.SINCE, LifespanView.WITH_SESSION, 0, 0),
        guest.acquire("jobs/a", "bob", 1_000));
  }

  @Test
  void aSessionWithoutLeasesElsewhereIsForgottenThere() {
    LeaseId session = home.session("ann", 1_000);
    Reply.Granted granted = guestLease(session, "jobs/a");
    guest.release(granted.lease());

    shards.pass(1_100);
    int told = guest.said.tells.size();
    shards.pass(10_000);

    assertEquals(told, guest.said.tells.size());
    assertEquals(0, guest.table.deadlines());
  }

  @Test
  void afterARestartTheGuestAsksAtHomeAgain() {
    LeaseId session = home.session("ann", 1_000);
    guestLease(session, "jobs/a");
    home.say(new Request.CloseSession(session));
    shards.lose();

    guest.restart();
    shards.pass(20);

    assertEquals(List.of(), guest.holders("jobs/a"));
  }

  @Test
  void afterARestartOfTheHomeTheSessionStillKeepsItsLeasesElsewhere() {
    LeaseId session = home.session("ann", 1_000);
    guestLease(session, "jobs/a");
    shards.pass(900);
    home.restart();
    shards.pass(900);
    as(RenewalReply.Renewed.class, home.keepAlive(session));
    shards.pass(900);
    assertEquals(List.of("ann"), guest.holders("jobs/a"));

    shards.pass(1_200);

    assertEquals(List.of(), guest.holders("jobs/a"));
    assertTrue(home.table.stats().sessions() == 0);
  }
}
