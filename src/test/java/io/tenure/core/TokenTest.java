package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardRequest;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TokenTest {

  /**
   * The numbers at the end of a small epoch that are reserved, because one decision may use as
   * many.
   */
  private static final int RESERVE = 4 + 1_024;

  private final Table table = new Table(Table.SMALL);

  /** Acquires and releases a key until the numbers run out; returns the last token granted. */
  private long useUp() {
    long last = 0;
    for (int i = 0; i < 5_000; i++) {
      Reply reply = table.acquire("spin", "eve", 100);
      if (!(reply instanceof Reply.Granted granted)) {
        assertRefused(Outcome.UNAVAILABLE, "", reply);
        return last;
      }
      last = granted.token();
      if (!(table.release(granted.lease()) instanceof Reply.Released)) {
        return last;
      }
    }
    throw new AssertionError("numbers never run out");
  }

  @Test
  void aTokenIsTheEpochAndItsSequence() {
    assertEquals(7L << 22 | 1, table.own("jobs/a", "ann", 1_000).token());
    assertEquals(7L << 22 | 2, table.own("jobs/b", "ann", 1_000).token());
  }

  @Test
  void aLaterLeaseOnAKeyHasALargerTokenHoweverTheFormerEnded() {
    long before = 0;
    for (int round = 0; round < 20; round++) {
      Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
      assertTrue(granted.token() > before);
      before = granted.token();
      switch (round % 4) {
        case 0 -> table.release(granted.lease());
        case 1 -> table.breakNow("jobs/a");
        case 2 -> table.pass(1_010);
        default -> {
          Reply.Transferred given =
              as(Reply.Transferred.class, table.transfer(granted.lease(), "bob"));
          assertTrue(given.token() > before);
          before = given.token();
          table.breakNow("jobs/a");
        }
      }
    }
  }

  @Test
  void aLeaseKeepsItsTokenThroughRenewalAndValue() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.pass(500);
    table.renew(granted.lease());
    table.say(new Request.SetValue(granted.lease(), Value.of("x"), null));

    assertEquals(granted.token(), table.look("jobs/a").holders().get(0).token());
  }

  @Test
  @DisplayName("case 11: tokens grow over a restart though nothing of the key is remembered")
  void tokensGrowOverARestart() {
    Reply.Granted before = table.own("jobs/a", "ann", 1_000);
    table.release(before.lease());
    table.said.changes.clear();
    table.restart();

    assertEquals(table.token(1), table.own("jobs/a", "ann", 1_000).token());
    assertTrue(table.token(1) > before.token());
  }

  @Test
  void theNextEpochIsWantedOnceWhenHalfOfWhatDecisionsMayUseIsUsed() {
    for (int used = 0; used < (Table.SMALL.tokensPerEpoch() - RESERVE) / 2 - 2; used += 2) {
      table.release(table.own("jobs/a", "ann", 1_000).lease());
    }
    table.own("jobs/a", "ann", 1_000);
    assertEquals(0, table.said.epochsWanted);
    table.own("jobs/b", "ann", 1_000);
    assertEquals(1, table.said.epochsWanted);

    useUp();

    assertEquals(1, table.said.epochsWanted);
  }

  @Test
  void whenNumbersRunOutMutationsAreRefusedAndNothingIsApplied() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    useUp();
    int before = table.said.changes.size();

    assertRefused(Outcome.UNAVAILABLE, "", table.acquire("jobs/b", "bob", 1_000));
    assertRefused(Outcome.UNAVAILABLE, "", table.release(ann.lease()));
    assertRefused(Outcome.UNAVAILABLE, "", table.breakNow("jobs/a"));
    assertRefused(Outcome.UNAVAILABLE, "", table.transfer(ann.lease(), "bob"));
    assertEquals(before, table.said.changes.size());
  }

  @Test
  void whenNumbersRunOutRenewalsGoOn() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    LeaseId session = table.session("ann", 1_000);
    useUp();
    table.settle();

    for (int i = 0; i < 50; i++) {
      table.pass(900);
      as(RenewalReply.Renewed.class, table.renew(ann.lease()));
      assertEquals(1_000, table.renewFast(ann.lease()));
      assertEquals(1_000, table.keepAliveFast(session));
    }
  }

  @Test
  void whenNumbersRunOutWhatIsOverIsOverStill() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    useUp();
    table.pass(1_000);

    assertEquals(new RenewalReply.Pending(), table.renew(ann.lease()), "its end has no number yet");
    table.enterNextEpoch();
    assertEquals(EndReason.EXPIRED, as(RenewalReply.Over.class, table.renew(ann.lease())).how());
  }

  @Test
  void whenNumbersRunOutWhatWasDoneBeforeIsToldToWhoeverAsksAgain() {
    var acquire = lease("jobs/a", "ann", 1_000).requestId("1").build();
    Reply.Granted ann = as(Reply.Granted.class, table.say(acquire));
    var waits = lease("jobs/a", "bob", 1_000).waiting(5_000).requestId("2");
    table.queue(waits);
    useUp();

    assertEquals(ann.lease(), as(Reply.Granted.class, table.say(acquire)).lease());
    table.queue(waits);
    table.pass(1_000);
    assertRefused(Outcome.UNAVAILABLE, "", table.say(acquire));
  }

  @Test
  void anotherEpochLetsEverythingGoOn() {
    table.own("jobs/a", "ann", 1_000);
    useUp();
    long waiting = table.ask(lease("jobs/a", "bob", 1_000).waiting(5_000).build());
    assertRefused(Outcome.UNAVAILABLE, "", table.reply(waiting));

    table.enterNextEpoch();

    assertEquals(table.token(1), table.own("jobs/b", "bob", 1_000).token());
    table.pass(1_010);
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void whoAlreadyWaitsIsServedUnderTheNextEpoch() {
    table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(5_000));
    useUp();
    table.pass(1_010);
    assertNull(table.reply(bob), "clean-up waits for numbers");

    table.enterNextEpoch();
    table.pass(10);

    assertTrue(table.granted(bob).token() > table.token(0));
  }

  @Test
  void lateRenewalsNeverUseTheLastNumber() {
    Table wide = wide();
    List<LeaseId> held = fillThenUseUp(wide);
    wide.passUnticked(1_000);

    for (LeaseId lease : held) {
      assertEquals(new RenewalReply.Pending(), wide.renew(lease));
      assertEquals(RenewalCode.PENDING, wide.renewFast(lease));
    }
    wide.enterNextEpoch();
    for (LeaseId lease : held) {
      assertEquals(EndReason.EXPIRED, as(RenewalReply.Over.class, wide.renew(lease)).how());
    }
  }

  @Test
  void aHomeThatAnswersWhenNumbersAreOutIsNoGrant() {
    LeaseId session = new LeaseId(1, 5, 5, 5, 5);
    long waiting = table.queue(Table.under(session, "jobs/a", "ann").waiting(5_000));
    useUp();
    int before = table.said.changes.size();

    ShardMessage.Ask asked = (ShardMessage.Ask) table.said.tells.get(0).message();
    table.table.hear(
        table.now, new ShardMessage.Alive(session, asked.question(), 1_000, 1_000, false));

    assertEquals(before, table.said.changes.size());
    if (table.reply(waiting) != null) {
      assertRefused(Outcome.UNAVAILABLE, "", table.reply(waiting));
    }
  }

  /** A table with room for more leases than the number of reserved numbers. */
  private static Table wide() {
    return new Table(
        new Limits(
            new Limits.Times(100, 10_000, 5_000),
            4,
            3,
            2,
            new Limits.OfShard(4_000, 5, 3, 2, 4, 3, 100),
            4_112));
  }

  private static List<LeaseId> fillThenUseUp(Table wide) {
    List<LeaseId> held = new ArrayList<>();
    while (wide.acquire("jobs/" + held.size(), "ann", 1_000) instanceof Reply.Granted granted) {
      held.add(granted.lease());
    }
    assertTrue(held.size() > 2 * RESERVE, "as many as can be");
    return held;
  }

  @Test
  void whoFoundNoNumberIsServedUnderTheNextEpoch() {
    Table wide = wide();
    LeaseId held = wide.own("jobs/first", "ann", 10_000).lease();
    long waiting = wide.queue(lease("jobs/first", "bob", 1_000).waiting(5_000));
    for (int i = 0; wide.acquire("use/" + i, "cid", 100) instanceof Reply.Granted used; i++) {
      wide.say(new Request.Release(used.lease()));
    }
    wide.table.accept(wide.now, 999_999, new PerShardRequest.Withdraw(-1));
    wide.pass(6_000);
    assertNull(wide.reply(waiting), "there is no number to answer with");

    wide.enterNextEpoch();
    wide.pass(5_000);

    assertTrue(wide.reply(waiting) != null, "it is answered");
    assertTrue(held.row() >= 0);
  }

  @Test
  void twoServersThatClaimInOneSecondAfterAllWasLostGrantDifferentTokens() {
    LeaseTable former = new LeaseTable(0, Limits.DEFAULT, () -> 7, table.said);
    former.enter(9, 100_000);
    former.open(0);
    former.accept(0, 1_001, lease("jobs/a", "ann", 1_000).build());
    LeaseTable latter = new LeaseTable(0, Limits.DEFAULT, () -> 8, table.said);
    latter.enter(9, 100_001);
    latter.open(0);
    latter.accept(0, 1_002, lease("jobs/a", "bob", 1_000).build());

    assertTrue(table.granted(1_002).token() > table.granted(1_001).token());
  }

  @Test
  void anEpochBelowARecoveredTokenIsRefused() {
    table.own("a", "ann", 1_000);
    LeaseTable next = new LeaseTable(0, Table.SMALL, () -> 7, table.said);
    table.said.changes.forEach(next::replay);

    assertThrows(IllegalStateException.class, () -> next.enter(Table.EPOCH, 0));
    assertThrows(IllegalStateException.class, () -> next.enter(1L << 31, 0));
    next.enter(Table.EPOCH + 1, 0);
  }

  @Test
  void anEpochThatIsNotLaterIsRefused() {
    assertThrows(IllegalStateException.class, () -> table.table.enter(Table.EPOCH, 0));
    assertThrows(IllegalStateException.class, () -> table.table.enter(Table.EPOCH - 1, 0));
  }

  @Test
  void tokensOfSixtyYearsAreWholeNumbersOfJavaScript() {
    long sixtyYears = 60L * 366 * 24 * 3_600;
    RevisionSequence revisions = new RevisionSequence(Limits.TOKENS_PER_EPOCH, 2_048);
    revisions.enter(sixtyYears, 0, 0);

    assertTrue(revisions.next() < 1L << 53);
  }
}
