package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Validity;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BreakTest {

  private final Table table = new Table();

  private Reply breakOff(String key, long token, long graceMillis, @Nullable String requestId) {
    return table.say(
        new OperatorRequest.Break(Key.of(key), token, graceMillis, "audit", requestId));
  }

  @Test
  void aBreakAtOnceEndsTheTenureAtOnce() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);

    assertEquals(new Reply.Broken(List.of(ann.token()), true), breakOff("jobs/a", 0, 0, null));
    assertEquals(new RenewalReply.Over(EndReason.BROKEN, 0, ann.token()), table.renew(ann.lease()));
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aBreakServesTheQueue() {
    table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(500));

    table.breakNow("jobs/a");

    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void aBreakOfAFreeKeyFindsNobody() {
    assertRefused(Outcome.NOT_HELD, "key", table.breakNow("jobs/a"));
  }

  @Test
  void aBreakOfALeaseThatIsOverFindsNobodyThoughNoWheelHasFired() {
    table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);

    assertRefused(Outcome.NOT_HELD, "key", table.breakNow("jobs/a"));
  }

  @Test
  void aBreakWithTheTokenSeenEndsThatTenure() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);

    assertEquals(
        new Reply.Broken(List.of(ann.token()), true), breakOff("jobs/a", ann.token(), 0, null));
  }

  @Test
  void aBreakIsRefusedWhenTheKeyHasChangedHands() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.release(ann.lease());
    table.own("jobs/a", "bob", 1_000);

    assertRefused(Outcome.CHANGED_HANDS, "token", breakOff("jobs/a", ann.token(), 0, null));
    assertEquals(List.of("bob"), table.holders("jobs/a"));
  }

  @Test
  @DisplayName("case 36: during the grace renewals are answered but no longer extend")
  void duringTheGraceRenewalsNoLongerExtend() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);

    assertEquals(new Reply.Broken(List.of(ann.token()), false), table.breakWithin("jobs/a", 1_000));
    table.pass(600);
    assertEquals(
        new RenewalReply.Renewed(new Validity(10_000, 400), ann.token(), true),
        table.renew(ann.lease()));

    table.passUnticked(399);
    assertEquals(List.of("ann"), table.holders("jobs/a"));
    table.passUnticked(1);
    assertEquals(new RenewalReply.Over(EndReason.BROKEN, 0, ann.token()), table.renew(ann.lease()));
  }

  @Test
  void theFastPathAnswersWhatRemainsOfTheGrace() {
    LeaseId held = table.own("jobs/a", "ann", 10_000).lease();
    table.breakWithin("jobs/a", 1_000);
    table.settle();
    table.pass(600);

    assertEquals(400, table.renewFast(held));
  }

  @Test
  void aGraceEndsByItselfAndServesTheQueue() {
    table.own("jobs/a", "ann", 10_000);
    table.breakWithin("jobs/a", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(5_000));

    table.pass(1_010);

    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void inQuarantineTheRefusalSaysThatALeaseOfTheKeyMayBeLost() {
    table.restartInQuarantine(60_000);

    Refusal.Refused refused = as(Refusal.Refused.class, table.breakNow("jobs/a"));

    assertRefused(Outcome.NOT_HELD, "key", refused);
    assertEquals(0, refused.quarantinedShard());
    assertTrue(refused.remedy().contains("shard 0 is in quarantine for another 60000 ms"));
    table.pass(60_000);
    assertEquals(
        new Refusal.Refused(Outcome.NOT_HELD, "key", "it has no holder; there is nothing to break"),
        table.breakNow("jobs/a"));
  }

  @Test
  void aGraceNeverGivesMoreThanTheLeaseHad() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.pass(800);

    table.breakWithin("jobs/a", 5_000);

    assertEquals(
        new RenewalReply.Renewed(new Validity(1_000, 200), ann.token(), true),
        table.renew(ann.lease()));
    table.passUnticked(200);
    assertEquals(EndReason.BROKEN, as(RenewalReply.Over.class, table.renew(ann.lease())).how());
  }

  @Test
  void aGraceOfTheTtlEndsTheTenureAtThePresentDeadline() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.pass(300);

    assertEquals(
        new Reply.Broken(List.of(ann.token()), false),
        table.breakWithin("jobs/a", OperatorRequest.GRACE_TTL));
    table.pass(100);
    assertEquals(
        new RenewalReply.Renewed(new Validity(1_000, 600), ann.token(), true),
        table.renew(ann.lease()));
    table.passUnticked(600);
    assertEquals(new RenewalReply.Over(EndReason.BROKEN, 0, ann.token()), table.renew(ann.lease()));
  }

  @Test
  void aSecondBreakMayShortenTheGraceButNeverLengthenIt() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    table.breakWithin("jobs/a", 3_000);
    table.breakWithin("jobs/a", 1_000);
    assertEquals(
        1_000,
        as(RenewalReply.Renewed.class, table.renew(ann.lease())).validity().validForMillis());

    table.breakWithin("jobs/a", 5_000);
    assertEquals(
        1_000,
        as(RenewalReply.Renewed.class, table.renew(ann.lease())).validity().validForMillis());
  }

  @Test
  void aLeaseInItsGraceCanBeBrokenAtOnce() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    table.breakWithin("jobs/a", 3_000);

    assertEquals(new Reply.Broken(List.of(ann.token()), true), table.breakNow("jobs/a"));
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aLeaseInItsGraceIsShownAsBreaking() {
    table.own("jobs/a", "ann", 10_000);
    table.breakWithin("jobs/a", 3_000);

    HolderView holder = table.look("jobs/a").holders().get(0);
    assertTrue(holder.breaking());
    assertEquals(3_000, holder.remainingMillis());
  }

  @Test
  void aLeaseInItsGraceCanBeReleased() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    table.breakWithin("jobs/a", 3_000);

    assertEquals(new Reply.Released(ann.token(), 0), table.release(ann.lease()));
  }

  @Test
  void aBreakIsToldToWatchersWithItsReason() {
    long watcher = table.watch("jobs/a");
    table.own("jobs/a", "ann", 10_000);
    breakOff("jobs/a", 0, 500, null);
    table.pass(510);

    assertEquals(
        List.of(LeaseEvent.Kind.GRANTED, LeaseEvent.Kind.BREAKING, LeaseEvent.Kind.BROKEN),
        table.said.kinds(watcher));
    assertEquals("audit", table.said.events(watcher).get(1).reason());
  }

  @Test
  void aBreakAtOnceIsToldToWatchersWithItsReason() {
    long watcher = table.watch("jobs/a");
    table.own("jobs/a", "ann", 10_000);
    breakOff("jobs/a", 0, 0, null);

    assertEquals(
        List.of(LeaseEvent.Kind.GRANTED, LeaseEvent.Kind.BROKEN), table.said.kinds(watcher));
    assertEquals("audit", table.said.events(watcher).get(1).reason());
  }

  @Test
  void theGraceIsDurable() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    table.breakWithin("jobs/a", 3_000);

    assertEquals(
        new Change.EndAfterGrace(ann.lease().row(), ann.token(), 3_000, "", null),
        table.said.lastChange());
  }

  @Test
  void everyHolderOfASharedKeyIsBrokenWithoutAToken() {
    Reply.Granted ann = table.own(lease("doc", "ann", 1_000).mode(Mode.SHARED));
    Reply.Granted bob = table.own(lease("doc", "bob", 1_000).mode(Mode.SHARED));

    assertEquals(new Reply.Broken(List.of(ann.token(), bob.token()), true), table.breakNow("doc"));
    assertEquals(List.of(), table.holders("doc"));
  }

  @Test
  void oneHolderOfASharedKeyIsBrokenByItsToken() {
    Reply.Granted ann = table.own(lease("doc", "ann", 1_000).mode(Mode.SHARED));
    Reply.Granted bob = table.own(lease("doc", "bob", 1_000).mode(Mode.SHARED));

    assertEquals(
        new Reply.Broken(List.of(ann.token()), true), breakOff("doc", ann.token(), 0, null));
    assertEquals(List.of("bob"), table.holders("doc"));
    as(RenewalReply.Renewed.class, table.renew(bob.lease()));
  }

  @Test
  void aLeaseUnderASessionIsBrokenWithinADuration() {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted ann = table.own(under(session, "jobs/a", "ann"));

    table.breakWithin("jobs/a", 500);
    table.pass(510);

    assertEquals(new Refusal.Over(EndReason.BROKEN, 10, ann.token()), table.release(ann.lease()));
    as(RenewalReply.Renewed.class, table.keepAlive(session));
  }

  @Test
  void aLeaseUnderASessionHasNoTtlToBreakWith() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "jobs/a", "ann"));

    assertRefused(Outcome.INVALID, "grace", table.breakWithin("jobs/a", OperatorRequest.GRACE_TTL));
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  void theGraceIsEndedOnceOnly() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    table.breakWithin("jobs/a", 300);
    table.pass(5_000);

    assertEquals(
        new Change.End(ann.lease().row(), ann.token(), EndReason.BROKEN, null, false),
        table.said.lastChange());
    assertEquals(3, table.said.changes.size());
  }

  @Test
  void aGraceThatBeginsWhileRenewalsAreHeardProlongsNothing() {
    Table other = new Table();
    Reply.Granted ann = other.own("jobs/a", "ann", 1_000);
    other.passUnticked(900);
    other.stall(240);
    other.breakWithin("jobs/a", OperatorRequest.GRACE_TTL);
    other.passUnticked(10);
    other.passUnticked(10);

    assertEquals(
        new RenewalReply.Over(EndReason.BROKEN, 160, ann.token()), other.renew(ann.lease()));
  }
}
