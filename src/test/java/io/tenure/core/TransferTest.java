package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Validity;
import io.tenure.api.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TransferTest {

  private final Table table = new Table();

  private Reply.Transferred transferred(LeaseId lease, @Nullable String holder) {
    return as(Reply.Transferred.class, table.transfer(lease, holder));
  }

  @Test
  void aKeyIsHandedToANamedHolderUnderANewTokenAndLeaseId() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.pass(700);

    Reply.Transferred given = transferred(ann.lease(), "bob");

    assertNotNull(given.lease());
    assertEquals("bob", given.holder());
    assertEquals(new Validity(1_000, 1_000), given.validity());
    assertTrue(given.token() > ann.token());
    assertNotEquals(ann.lease().secretHigh(), given.lease().secretHigh());
    as(RenewalReply.Renewed.class, table.renew(given.lease()));
    assertEquals(List.of("bob"), table.holders("jobs/a"));
  }

  @Test
  void whoHandedItsKeyOnIsToldSo() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    transferred(ann.lease(), "bob");
    table.pass(40);

    assertEquals(
        new RenewalReply.Over(EndReason.TRANSFERRED, 40, ann.token()), table.renew(ann.lease()));
    assertEquals(
        new Refusal.Over(EndReason.TRANSFERRED, 40, ann.token()),
        table.transfer(ann.lease(), "cid"));
  }

  @Test
  void aKeyIsHandedToTheHeadOfTheQueueAndItsLeaseIdGoesToThatOneOnly() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 3_000).waiting(500));
    long cid = table.queue(lease("jobs/a", "cid", 3_000).waiting(500));

    Reply.Transferred given = transferred(ann.lease(), null);

    Reply.Granted granted = table.granted(bob);
    assertEquals(
        new Reply.Transferred("bob", granted.token(), null, new Validity(3_000, 3_000)), given);
    assertNull(table.reply(cid));
  }

  @Test
  void aNamedHolderWhoWaitsGetsItsOwnLeaseThoughOthersWereBefore() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 2_000).waiting(500));
    long cid = table.queue(lease("jobs/a", "cid", 3_000).waiting(500));

    Reply.Transferred given = transferred(ann.lease(), "cid");

    assertEquals(table.granted(cid).token(), given.token());
    assertNull(given.lease());
    assertNull(table.reply(bob));
    assertEquals(1, table.look("jobs/a").waiters());
  }

  @Test
  void nobodyWaitingMeansNothingIsHandedOn() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);

    assertRefused(Outcome.NOBODY_WAITING, "holder", table.transfer(ann.lease(), null));
    as(RenewalReply.Renewed.class, table.renew(ann.lease()));
  }

  @Test
  @DisplayName("case 29: whose session is over is not the head of the queue")
  void whoseSessionIsOverIsNotTheHeadOfTheQueue() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    LeaseId session = table.session("bob", 500);
    long bob = table.queue(under(session, "jobs/a", "bob").waiting(5_000));
    table.passUnticked(500);

    assertRefused(Outcome.NOBODY_WAITING, "holder", table.transfer(ann.lease(), null));
    assertRefused(Outcome.SESSION_OVER, "session", table.reply(bob));
  }

  @Test
  void aLateTransferIsRefused() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);

    assertEquals(
        new Refusal.Over(EndReason.EXPIRED, 0, ann.token()), table.transfer(ann.lease(), "bob"));
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aTransferWithoutALeaseIsUnknown() {
    assertRefused(Outcome.NOT_FOUND, "lease", table.transfer(new LeaseId(0, 0, 1, 2, 3), "bob"));
  }

  @Test
  void theNewLeaseHasTheTermsOfTheOldButNotItsValue() {
    Reply.Granted ann =
        table.own(
            lease("jobs/a", "ann", 1_000)
                .hardTtl(4_000)
                .lockDelay(300)
                .maxLifetime(9_000)
                .value(Value.of("ann:1")));

    transferred(ann.lease(), "bob");

    TenureFields bob = TenureFields.of(as(Change.Begin.class, table.said.lastChange()));
    assertEquals(
        List.of(1_000L, 4_000L, 300L, 9_000L),
        List.of(
            bob.ttlMillis(), bob.hardTtlMillis(), bob.lockDelayMillis(), bob.maxLifetimeMillis()));
    assertNull(bob.value());
  }

  @Test
  void aTransferIsNoUncleanLossSoNothingIsBarred() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).lockDelay(5_000));

    transferred(ann.lease(), "bob");

    assertEquals(0, table.look("jobs/a").barredMillis());
    assertEquals(List.of("bob"), table.holders("jobs/a"));
  }

  @Test
  void aTransferIsToldToWatchersAsAnEndAndAGrant() {
    long watcher = table.watch("jobs/a");
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);

    Reply.Transferred given = transferred(ann.lease(), "bob");

    assertEquals(
        List.of(LeaseEvent.Kind.GRANTED, LeaseEvent.Kind.TRANSFERRED, LeaseEvent.Kind.GRANTED),
        table.said.kinds(watcher));
    assertEquals(ann.token(), table.said.events(watcher).get(1).token());
    assertEquals(given.token(), table.said.events(watcher).get(2).revision());
  }

  @Test
  void aLeaseUnderASessionIsNotGivenToOneWhoDoesNotWait() {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted ann = table.own(under(session, "jobs/a", "ann"));

    assertRefused(Outcome.SESSION_BOUND, "holder", table.transfer(ann.lease(), "bob"));
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  void aLeaseUnderASessionIsHandedToOneWhoWaits() {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted ann = table.own(under(session, "jobs/a", "ann"));
    long bob = table.queue(lease("jobs/a", "bob", 500).waiting(500));

    transferred(ann.lease(), "bob");

    assertEquals(new Validity(500, 500), table.granted(bob).validity());
  }

  @Test
  void aSlotIsHandedOnWithItsNumber() {
    table.own(lease("pool", "ann", 1_000).mode(Mode.slots(2)));
    Reply.Granted bob = table.own(lease("pool", "bob", 1_000).mode(Mode.slots(2)));
    long cid = table.queue(lease("pool", "cid", 1_000).mode(Mode.slots(2)).waiting(500));
    assertEquals(1, bob.slot());

    transferred(bob.lease(), null);

    assertEquals(1, table.granted(cid).slot());
    assertEquals(List.of("ann", "cid"), table.holders("pool").stream().sorted().toList());
  }

  @Test
  void oneOfSeveralReadersCannotHandTheKeyToAWriter() {
    Reply.Granted ann = table.own(lease("doc", "ann", 1_000).mode(Mode.SHARED));
    table.own(lease("doc", "bob", 1_000).mode(Mode.SHARED));
    long writer = table.queue(lease("doc", "cid", 1_000).waiting(500));

    assertRefused(Outcome.NOBODY_WAITING, "holder", table.transfer(ann.lease(), null));
    assertNull(table.reply(writer));
  }

  private Reply.Granted heldBesideOneThatIsLost(String key, Mode mode) {
    table.own(lease(key, "ann", 1_000).mode(mode).lockDelay(60_000));
    Reply.Granted bob = table.own(lease(key, "bob", 60_000).mode(mode));
    table.pass(1_010);
    return bob;
  }

  @Test
  @DisplayName("case 39: a transfer lets no writer through the lock-delay of a reader")
  void noWriterIsHandedAKeyThatIsBarred() {
    Reply.Granted bob = heldBesideOneThatIsLost("doc", Mode.SHARED);
    long writer = table.queue(lease("doc", "cid", 1_000).waiting(5_000));

    assertRefused(Outcome.NOBODY_WAITING, "holder", table.transfer(bob.lease(), null));

    assertNull(table.reply(writer));
    assertEquals(List.of("bob"), table.holders("doc"));
  }

  @Test
  void noOtherSlotIsHandedOnWhileTheKeyIsBarred() {
    Reply.Granted bob = heldBesideOneThatIsLost("pool", Mode.slots(2));
    long waits = table.queue(lease("pool", "cid", 1_000).mode(Mode.slots(8)).waiting(5_000));

    assertRefused(Outcome.NOBODY_WAITING, "holder", table.transfer(bob.lease(), null));
    Reply.Transferred given = transferred(bob.lease(), "cid");

    assertEquals("cid", given.holder());
    assertNull(table.reply(waits), "it is handed what was held, and not what cid waits for");
    assertEquals(1, table.look("pool").holders().get(0).slot());
  }

  @Test
  void theVerySameSlotIsHandedOnThoughTheKeyIsBarred() {
    Reply.Granted bob = heldBesideOneThatIsLost("pool", Mode.slots(2));
    long cid = table.queue(lease("pool", "cid", 1_000).mode(Mode.slots(2)).waiting(5_000));

    transferred(bob.lease(), null);

    assertEquals(bob.slot(), table.granted(cid).slot());
    assertTrue(table.look("pool").barredMillis() > 0);
  }

  @Test
  void aWriterIsHandedTheKeyWhenTheBarIsOver() {
    table.own(lease("doc", "ann", 1_000).mode(Mode.SHARED).lockDelay(2_000));
    Reply.Granted bob = table.own(lease("doc", "bob", 60_000).mode(Mode.SHARED));
    table.pass(1_010);
    long writer = table.queue(lease("doc", "cid", 1_000).waiting(5_000));
    table.passUnticked(2_000);

    transferred(bob.lease(), null);

    assertEquals("cid", table.granted(writer).holder());
    assertEquals(0, table.look("doc").barredMillis());
  }

  @Test
  @DisplayName("case 21: an expiry and a transfer of one instant are one decision")
  void anExpiryAndATransferOfOneInstantAreOneDecision() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 3_000).waiting(5_000));
    table.passUnticked(1_000);

    assertEquals(
        new Refusal.Over(EndReason.EXPIRED, 0, ann.token()), table.transfer(ann.lease(), null));
    assertEquals("bob", table.granted(bob).holder());
    assertEquals(3, table.said.changes.size());
  }

  @Test
  void aLeaseInItsGraceCannotBeHandedOn() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    table.queue(lease("jobs/a", "bob", 1_000).waiting(500));
    table.breakWithin("jobs/a", 3_000);

    assertRefused(Outcome.BREAKING, "lease", table.transfer(ann.lease(), null));
    assertRefused(Outcome.BREAKING, "lease", table.transfer(ann.lease(), "ann"));
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }
}
