package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Mode;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Validity;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoftHardTermTest {

  private final Table table = new Table();
  private final Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).hardTtl(5_000));

  @Test
  void theTermToldIsTheSoftOne() {
    assertEquals(new Validity(1_000, 1_000), ann.validity());
  }

  @Test
  void aLapsedLeaseIsKeptForItsHolderWhileNobodyAsks() {
    table.pass(4_999);

    assertEquals(List.of("ann"), table.holders("jobs/a"));
    assertEquals(0, table.look("jobs/a").holders().get(0).remainingMillis());
  }

  @Test
  void aLapsedLeaseThatNobodyTookIsRenewed() {
    table.pass(4_999);

    assertEquals(
        new RenewalReply.Renewed(new Validity(1_000, 1_000), ann.token(), false),
        table.renew(ann.lease()));
    assertTrue(as(Refusal.Held.class, table.acquire("jobs/a", "bob", 1_000)).remainingMillis() > 0);
  }

  @Test
  void aLapsedLeaseIsRenewedOnTheFastPathToo() {
    table.settle();
    table.pass(3_000);

    assertEquals(1_000, table.renewFast(ann.lease()));
  }

  @Test
  void atTheHardTermItEndsAnyway() {
    table.passUnticked(5_000);

    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, ann.token()), table.renew(ann.lease()));
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void atTheHardTermItEndsByItself() {
    long watcher = table.watch("jobs/a");
    table.pass(4_999);
    assertEquals(List.of(), table.said.kinds(watcher));

    table.pass(10);

    assertEquals(List.of(LeaseEvent.Kind.EXPIRED), table.said.kinds(watcher));
  }

  @Test
  void theFirstOtherAcquirerTakesALapsedLeaseAtOnce() {
    table.passUnticked(1_000);

    Reply.Granted bob = table.own("jobs/a", "bob", 1_000);

    assertTrue(bob.token() > ann.token());
    assertEquals(EndReason.EXPIRED, as(RenewalReply.Over.class, table.renew(ann.lease())).how());
  }

  @Test
  void beforeItsSoftTermNobodyTakesIt() {
    table.passUntickedNanos(1_000 * Table.MILLI - 1);

    assertEquals(
        new Refusal.Held("ann", ann.token(), Said.SINCE, 0, 0, 0),
        table.acquire("jobs/a", "bob", 1_000));
  }

  @Test
  void whoAlreadyWaitsGetsItAtTheSoftTerm() {
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(4_000));

    table.pass(1_010);

    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void whileAnotherWaitsALateRenewalIsRefused() {
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(4_000));
    table.passUnticked(1_000);

    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, ann.token()), table.renew(ann.lease()));
    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void aRenewalOfALapsedLeaseMovesTheHardTermToo() {
    table.pass(3_000);
    table.renew(ann.lease());

    table.passUnticked(4_999);
    assertEquals(List.of("ann"), table.holders("jobs/a"));
    table.passUnticked(1);
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aLapsedLeaseCanBeReleased() {
    table.pass(2_000);

    assertEquals(new Reply.Released(ann.token(), 0), table.release(ann.lease()));
  }

  @Test
  void aLapsedLeaseThatIsBrokenWithAGraceHasNoneLeft() {
    table.pass(2_000);

    assertEquals(new Reply.Broken(List.of(ann.token()), false), table.breakWithin("jobs/a", 1_000));
    assertEquals(EndReason.BROKEN, as(RenewalReply.Over.class, table.renew(ann.lease())).how());
  }

  @Test
  void lookingAtALapsedLeaseIsNotAskingForIt() {
    table.pass(2_000);
    table.look("jobs/a");
    table.say(new PerShardRequest.Browse("", 0, 10));

    as(RenewalReply.Renewed.class, table.renew(ann.lease()));
  }

  @Test
  void aHardTermBelowTheTtlIsRefused() {
    assertRefused(
        Outcome.INVALID, "hardTtl", table.say(lease("jobs/b", "ann", 1_000).hardTtl(999).build()));
  }

  @Test
  void lapsedReadersMakeWayForAWriter() {
    table.own(lease("doc", "ann", 1_000).hardTtl(9_000).mode(Mode.SHARED));
    table.own(lease("doc", "bob", 1_000).hardTtl(9_000).mode(Mode.SHARED));
    table.pass(1_500);
    assertEquals(2, table.holders("doc").size());

    assertEquals("cid", table.own("doc", "cid", 1_000).holder());
    assertEquals(List.of("cid"), table.holders("doc"));
  }
}
