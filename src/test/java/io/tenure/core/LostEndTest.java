package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.EndReason;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks a store that has lost the end of a lease with a hard term, and with it the next holder.
 */
class LostEndTest {

  private static final long TTL = 1_000;
  private static final long QUARANTINE = 100;

  private final Table table = new Table();
  private final Reply.Granted ann =
      table.own(lease("jobs/a", "ann", TTL).hardTtl(60_000).requestId("r1"));

  /** Ann lapsed, and bob was granted the key; the store has lost both. */
  private void endIsLost() {
    List<Change> kept = List.copyOf(table.said.changes);
    table.pass(2 * TTL);
    table.own("jobs/a", "bob", 30_000);
    table.said.changes.clear();
    table.said.changes.addAll(kept);
    table.restartInDoubt(QUARANTINE, 0, 1);
  }

  @Test
  void whoHasLapsedIsNotRenewedBesideASuccessor() {
    endIsLost();

    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, ann.token()), table.renew(ann.lease()));
    table.settle();
    assertEquals(RenewalCode.EXPIRED, table.renewFast(ann.lease()));
  }

  @Test
  void byItsLeaseIdItIsOverInEveryWay() {
    endIsLost();

    Refusal.Over over = new Refusal.Over(EndReason.EXPIRED, 0, ann.token());
    assertEquals(over, table.transfer(ann.lease(), "cid"));
    assertEquals(over, table.say(new Request.Inspect(ann.lease())));
    assertEquals(over, table.say(new Request.SetValue(ann.lease(), Value.of("x"), null)));
    assertEquals(
        new Refusal.RequestConsumed(EndReason.EXPIRED, ann.token()),
        table.say(lease("jobs/a", "ann", TTL).hardTtl(60_000).requestId("r1").build()));
  }

  @Test
  void itsKeyIsFreeWhenItMayBeBelievedInNoLonger() {
    table.restartInDoubt(QUARANTINE, 0, 1);
    table.renew(ann.lease());
    long cid = table.queue(lease("jobs/a", "cid", TTL).waiting(60_000));
    table.pass(TTL - 20);
    assertNull(table.reply(cid));

    table.pass(200);
    assertEquals("cid", table.granted(cid).holder());
  }

  @Test
  void itIsNotKeptToItsHardTermThoughNobodyAsks() {
    endIsLost();
    table.pass(TTL - 20);
    assertEquals(List.of("ann"), table.holders("jobs/a"));

    table.pass(40);
    assertEquals(List.of(), table.holders("jobs/a"));
    assertEquals(EndReason.EXPIRED, as(RenewalReply.Over.class, table.renew(ann.lease())).how());
  }

  @Test
  void theQuarantineLastsUntilItHasRunOut() {
    table.restartInDoubt(QUARANTINE, 3_000, 1);
    table.pass(TTL - 20);
    assertNotEquals(0, table.table.stats().quarantineMillis());

    table.pass(200);
    assertEquals(0, table.table.stats().quarantineMillis());
  }

  @Test
  void aHolderThatLetsGoOfItIsToldThatItHadExpired() {
    endIsLost();

    assertEquals(
        new Refusal.Over(EndReason.EXPIRED, 0, ann.token()),
        as(Refusal.Over.class, table.release(ann.lease())));
    assertEquals(List.of(), table.holders("jobs/a"));
    table.pass(QUARANTINE + 40);
    assertEquals("cid", table.own("jobs/a", "cid", TTL).holder());
  }

  @Test
  void oneThatIsBeingBrokenRunsOutAsWell() {
    table.breakWithin("jobs/a", 500);
    table.restartInDoubt(QUARANTINE, 0, 1);

    assertEquals(EndReason.EXPIRED, as(RenewalReply.Over.class, table.renew(ann.lease())).how());
    table.pass(540);
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void anOperatorBreaksItAtOnce() {
    endIsLost();

    assertEquals(new Reply.Broken(List.of(ann.token()), true), table.breakNow("jobs/a"));
    table.pass(QUARANTINE + 40);
    assertEquals("cid", table.own("jobs/a", "cid", TTL).holder());
  }

  @Test
  void aLeaseWithoutAHardTermGoesOn() {
    Reply.Granted bob = table.own("jobs/b", "bob", TTL);
    Reply.Granted cid = table.own(lease("jobs/c", "cid", TTL).hardTtl(TTL));
    table.restartInDoubt(QUARANTINE, 0, 1);

    as(RenewalReply.Renewed.class, table.renew(bob.lease()));
    as(RenewalReply.Renewed.class, table.renew(cid.lease()));
  }

  @Test
  void aHardTermThatBeginsAfterTheDoubtIsKept() {
    table.restartInDoubt(QUARANTINE, 0, 1);
    table.pass(TTL + 200);
    Reply.Granted bob = table.own(lease("jobs/b", "bob", TTL).hardTtl(60_000));
    table.pass(2 * TTL);

    as(RenewalReply.Renewed.class, table.renew(bob.lease()));
  }

  @Test
  void withoutDoubtItIsKeptForItsHolder() {
    table.restart();
    table.pass(2 * TTL);

    as(RenewalReply.Renewed.class, table.renew(ann.lease()));
  }
}
