package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuarantineTest {

  private static final long MILLIS = 5_000;

  private final Table table = new Table();

  private void startAgain() {
    table.restartInQuarantine(MILLIS);
  }

  @Test
  void aFreeKeyIsHeldByNobodyKnownForTheRestOfTheQuarantine() {
    startAgain();
    table.pass(1_000);

    assertEquals(Refusal.Held.quarantined(0, 4_000, 0), table.acquire("jobs/a", "ann", 1_000));
    assertEquals(0, table.said.changes.size());
  }

  @Test
  void nobodyIsNamedAsTheHolderOfAKeyThatIsKnownEither() {
    table.own("jobs/a", "ann", 9_000);
    startAgain();

    assertEquals(Refusal.Held.quarantined(0, MILLIS, 0), table.acquire("jobs/a", "bob", 1_000));
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  void itIsOverInItsLastNanosecond() {
    startAgain();
    table.passUntickedNanos(MILLIS * Table.MILLI - 1);
    assertEquals(Refusal.Held.quarantined(0, 1, 0), table.acquire("jobs/a", "ann", 1_000));

    table.passUntickedNanos(1);
    assertEquals("ann", table.own("jobs/a", "ann", 1_000).holder());
  }

  @Test
  void aQuarantineOfNothingIsNone() {
    table.restartInQuarantine(0);

    assertEquals("ann", table.own("jobs/a", "ann", 1_000).holder());
  }

  @Test
  void aStallOfTheServerProlongsIt() {
    startAgain();
    table.pass(4_990);
    table.stall(60_000);

    assertEquals(Refusal.Held.quarantined(0, 10, 0), table.acquire("jobs/a", "ann", 1_000));
    table.stall(10);
    assertEquals(Refusal.Held.quarantined(0, 10, 0), table.acquire("jobs/a", "ann", 1_000));
    table.stall(10);
    assertEquals("ann", table.own("jobs/a", "ann", 1_000).holder());
  }

  @Test
  void itsMillisecondsAreThoseOfTheLeaseClockFromAnyStart() {
    for (long start : new long[] {Long.MIN_VALUE, -1, Long.MAX_VALUE - 1}) {
      Table other = new Table(0, Limits.DEFAULT, start);
      other.restartInQuarantine(100);
      other.passUntickedNanos(100 * Table.MILLI - 1);
      as(Refusal.Held.class, other.acquire("jobs/a", "ann", 1_000));
      other.passUntickedNanos(1);

      assertEquals("ann", other.own("jobs/a", "ann", 1_000).holder());
    }
  }

  @Test
  void noQuarantineIsNegativeOrLongerThanAnyLife() {
    assertThrows(IllegalArgumentException.class, () -> table.restartInQuarantine(-1));
    assertThrows(IllegalArgumentException.class, () -> table.restartInQuarantine(Long.MAX_VALUE));
    table.restartInQuarantine(Limits.TTL_MILLIS_EVER);
  }

  @Test
  void aRequestIdOfALeaseThatLivesIsAnsweredWhenItIsOver() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 9_000).requestId("r1"));
    startAgain();
    Request.Acquire once = lease("jobs/a", "ann", 9_000).requestId("r1").build();
    assertRefused(Outcome.UNKNOWN, "", table.say(once));
    table.pass(MILLIS);
    Reply.Granted again = as(Reply.Granted.class, table.say(once));

    assertEquals(ann.lease(), again.lease());
    assertTrue(again.repeated());
  }

  @Test
  void aRequestIdOfALeaseThatEndedIsAnsweredSo() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).requestId("r1"));
    table.release(ann.lease());
    startAgain();

    assertEquals(
        new Refusal.RequestConsumed(EndReason.RELEASED, ann.token()),
        table.say(lease("jobs/a", "ann", 1_000).requestId("r1").build()));
  }

  @Test
  void renewalsReleasesValuesBreaksAndSessionsGoOn() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    Reply.Granted bob = table.own("jobs/b", "bob", 1_000);
    startAgain();

    as(RenewalReply.Renewed.class, table.renew(ann.lease()));
    assertEquals(1_000, table.renewFast(ann.lease()));
    as(Reply.ValueSet.class, table.say(new Request.SetValue(ann.lease(), Value.of("x"), null)));
    as(Reply.Released.class, table.release(ann.lease()));
    as(Reply.Broken.class, table.breakNow("jobs/b"));
    as(RenewalReply.Over.class, table.renew(bob.lease()));
    LeaseId session = table.session("cid", 1_000);
    as(RenewalReply.Renewed.class, table.keepAlive(session));
    as(Reply.SessionClosed.class, table.say(new Request.CloseSession(session)));
  }

  @Test
  void aTransferIsRefusedAndTheLeaseLivesOn() {
    Reply.Granted ann = table.own("jobs/a", "ann", 9_000);
    startAgain();

    assertRefused(Outcome.UNAVAILABLE, "lease", table.transfer(ann.lease(), "bob"));
    table.queue(lease("jobs/a", "cid", 1_000).waiting(9_000));
    assertRefused(Outcome.UNAVAILABLE, "lease", table.transfer(ann.lease(), null));
    as(RenewalReply.Renewed.class, table.renew(ann.lease()));
  }

  @Test
  void aTransferThatIsRepeatedIsAnsweredWhenItIsOver() {
    Reply.Granted ann = table.own("jobs/a", "ann", 9_000);
    Request.Transfer once = new Request.Transfer(ann.lease(), "bob", "t1");
    Reply.Transferred before = as(Reply.Transferred.class, table.say(once));
    startAgain();

    assertRefused(Outcome.UNKNOWN, "", table.say(once));
    table.pass(MILLIS);
    assertEquals(before.lease(), as(Reply.Transferred.class, table.say(once)).lease());
  }

  @Test
  void fencesAreNeitherRaisedNorRead() {
    table.say(new Request.RaiseFence("db", 9));
    startAgain();
    assertRefused(Outcome.UNAVAILABLE, "fence", table.say(new Request.RaiseFence("db", 10)));
    assertRefused(Outcome.UNAVAILABLE, "fence", table.say(new Request.ReadFence("db")));

    table.pass(MILLIS);
    assertEquals(new Reply.FenceMark(9), table.say(new Request.ReadFence("db")));
    assertEquals(new Reply.FenceRaised(10), table.say(new Request.RaiseFence("db", 10)));
  }

  @Test
  void aReaderDoesNotJoinThoseWhoRead() {
    Reply.Granted ann = table.own(lease("doc", "ann", 9_000).mode(Mode.SHARED));
    startAgain();

    as(Refusal.Held.class, table.say(lease("doc", "bob", 1_000).mode(Mode.SHARED).build()));
    as(RenewalReply.Renewed.class, table.renew(ann.lease()));
  }

  @Test
  void aSlotThatIsFreeIsNotGiven() {
    table.own(lease("pool", "ann", 9_000).mode(Mode.slots(2)));
    startAgain();
    AcquireBuilder wish = lease("pool", "bob", 1_000).mode(Mode.slots(2));
    long bob = table.queue(wish.waiting(9_000));
    table.pass(MILLIS);

    assertEquals(1, table.granted(bob).slot());
  }

  @Test
  void aLapsedLeaseIsKeptWhileNobodyAsksAndEndsWhenSomebodyDoes() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).hardTtl(9_000));
    Reply.Granted bob = table.own(lease("jobs/b", "bob", 1_000).hardTtl(9_000));
    startAgain();
    table.pass(2_000);

    as(Refusal.Held.class, table.acquire("jobs/b", "cid", 1_000));
    as(RenewalReply.Renewed.class, table.renew(ann.lease()));
    assertEquals(EndReason.EXPIRED, as(RenewalReply.Over.class, table.renew(bob.lease())).how());
    assertEquals(List.of(), table.holders("jobs/b"));
  }

  @Test
  void theRestOfItIsSeenOnEveryKeyAndInTheCensus() {
    startAgain();
    assertEquals(MILLIS, table.look("jobs/any").barredMillis());
    assertEquals(MILLIS, table.table.stats().quarantineMillis());

    table.pass(MILLIS);
    assertEquals(0, table.look("jobs/any").barredMillis());
    assertEquals(0, table.table.stats().quarantineMillis());
  }

  private Reply end(String reason) {
    return table.say(new OperatorRequest.EndQuarantine(0, reason));
  }

  @Test
  void anOperatorEndsItAtOnceAndIsToldWhatItWas() {
    startAgain();
    table.table.quarantineBecause("restarted");
    assertEquals("restarted", table.table.stats().doubt());
    table.pass(1_000);

    assertEquals(new Reply.QuarantineEnded(true, 4_000, "restarted"), end("Redis is fine"));
    assertEquals("", table.table.stats().doubt());
    assertEquals(0, table.table.stats().quarantineMillis());
    assertEquals("ann", table.own("jobs/a", "ann", 1_000).holder());
  }

  @Test
  void anOperatorFindsThatThereIsNoneToEnd() {
    assertEquals(new Reply.QuarantineEnded(false, 0, ""), end("Redis is fine"));
    startAgain();
    end("Redis is fine");
    assertEquals(new Reply.QuarantineEnded(false, 0, ""), end("Redis is fine"));
  }

  @Test
  void anOperatorWithoutAReasonEndsNothing() {
    startAgain();

    assertRefused(Outcome.INVALID, "reason", end(""));
    assertRefused(Outcome.INVALID, "reason", end("x".repeat(Limits.REASON_CHARS_MAX + 1)));
    assertEquals(MILLIS, table.table.stats().quarantineMillis());
  }

  @Test
  void noFenceIsDeletedInIt() {
    table.say(new Request.RaiseFence("db", 9));
    startAgain();

    assertRefused(Outcome.UNAVAILABLE, "fence", table.say(new OperatorRequest.DropFence("db", 9)));
  }

  @Test
  void nobodyIsToldThatASessionIsOverWhichMayHaveBeenLost() {
    LeaseId lost = new LeaseId(0, 7, 1, 2, 3);
    startAgain();
    table.table.hear(table.now, new ShardMessage.Ask(lost, 1, 5, 77));
    assertEquals(List.of(), table.said.tells);

    table.pass(MILLIS);
    table.table.hear(table.now, new ShardMessage.Ask(lost, 1, 5, 78));
    assertEquals(
        List.of(new Said.Tell(1, 0, new ShardMessage.Over(lost, EndReason.EXPIRED))),
        table.said.tells);
  }
}
