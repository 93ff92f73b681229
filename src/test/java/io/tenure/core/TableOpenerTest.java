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
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import io.tenure.api.Value;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TableOpenerTest {

  /**
   * The two forms of durable data, both of which recovery must read: records, or the bare list of
   * changes.
   */
  enum Store {
    RECORDS,
    JOURNAL
  }

  private final Table table = new Table();

  private void restart(Store store) {
    if (store == Store.RECORDS) {
      table.restart();
    } else {
      table.restartFromJournal();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLeaseIdStaysGoodAndItsTokenToo(Store store) {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    restart(store);

    assertEquals(
        new RenewalReply.Renewed(new Validity(1_000, 1_000), ann.token(), false),
        table.renew(ann.lease()));
    assertEquals(1_000, table.renewFast(ann.lease()), "durable without a word of the store");
  }

  @ParameterizedTest
  @EnumSource
  void everyLeaseGetsItsFullTtlFromNow(Store store) {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.pass(990);
    restart(store);

    assertEquals(
        new Refusal.Held("ann", ann.token(), Said.SINCE, 1_000, 0, 0),
        table.acquire("jobs/a", "bob", 1_000));
    table.pass(999);
    assertEquals(List.of("ann"), table.holders("jobs/a"));
    table.pass(1);
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @ParameterizedTest
  @EnumSource
  void whatTheServerSleptThroughIsNotCounted(Store store) {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.stall(3_600_000);
    restart(store);

    as(RenewalReply.Renewed.class, table.renew(ann.lease()));
  }

  @ParameterizedTest
  @EnumSource
  void aRecoveredLeaseEndsByItselfAndServesTheQueue(Store store) {
    table.own("jobs/a", "ann", 1_000);
    restart(store);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(5_000));

    table.pass(1_010);

    assertTrue(table.granted(bob).token() > table.token(0));
  }

  @ParameterizedTest
  @EnumSource
  void whatWasReleasedStaysReleased(Store store) {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.release(ann.lease());
    restart(store);

    assertEquals(List.of(), table.holders("jobs/a"));
    RenewalReply late = table.renew(ann.lease());
    assertTrue(!(late instanceof RenewalReply.Renewed), late::toString);
  }

  @ParameterizedTest
  @EnumSource
  void anExpiryThatWasToldStaysTrue(Store store) {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);
    as(RenewalReply.Over.class, table.renew(ann.lease()));
    restart(store);

    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @ParameterizedTest
  @EnumSource
  void aRequestIdIsRememberedOfALeaseThatLives(Store store) {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).requestId("r1"));
    restart(store);

    Reply.Granted again = table.own(lease("jobs/a", "ann", 1_000).requestId("r1"));
    assertEquals(ann.lease(), again.lease());
    assertEquals(ann.token(), again.token());
    assertTrue(again.repeated());
  }

  @ParameterizedTest
  @EnumSource
  void aRequestIdIsRememberedOfALeaseThatEnded(Store store) {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).requestId("r1"));
    table.release(ann.lease());
    restart(store);

    assertEquals(
        new Refusal.RequestConsumed(EndReason.RELEASED, ann.token()),
        table.say(lease("jobs/a", "ann", 1_000).requestId("r1").build()));
    assertEquals(new Reply.Released(ann.token(), 0), table.release(ann.lease()));
  }

  @ParameterizedTest
  @EnumSource
  void theRequestIdsOfABreakAndAValueAreRememberedToo(Store store) {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    Request.SetValue value = new Request.SetValue(ann.lease(), Value.of("1"), "v1");
    table.say(value);
    table.say(new Request.SetValue(ann.lease(), Value.of("2"), "v2"));
    restart(store);
    table.say(value);
    assertEquals(Value.of("2"), table.look("jobs/a").holders().get(0).value());

    OperatorRequest.Break once = new OperatorRequest.Break(Key.of("jobs/a"), 0, 0, "", "b1");
    table.say(once);
    restart(store);
    table.own("jobs/a", "bob", 1_000);
    assertEquals(new Reply.Broken(List.of(ann.token()), true), table.say(once));
    assertEquals(List.of("bob"), table.holders("jobs/a"));
  }

  @ParameterizedTest
  @EnumSource
  void aBarIsInForceAgainInFull(Store store) {
    table.own(lease("jobs/a", "ann", 1_000).lockDelay(3_000));
    table.breakNow("jobs/a");
    table.pass(2_000);
    restart(store);

    assertEquals(Refusal.Held.barred(3_000, 0), table.acquire("jobs/a", "bob", 1_000));
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(9_000));
    table.pass(3_010);
    assertEquals("bob", table.granted(bob).holder());
  }

  @ParameterizedTest
  @EnumSource
  void aDoomedLeaseStaysDoomed(Store store) {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    table.breakWithin("jobs/a", 2_000);
    restart(store);

    assertEquals(
        new RenewalReply.Renewed(new Validity(10_000, 2_000), ann.token(), true),
        table.renew(ann.lease()));
    table.passUnticked(2_000);
    assertEquals(new RenewalReply.Over(EndReason.BROKEN, 0, ann.token()), table.renew(ann.lease()));
  }

  @ParameterizedTest
  @EnumSource
  void aSessionIsKeptWithItsLeases(Store store) {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted held = table.own(under(session, "jobs/a", "ann"));
    table.pass(900);
    restart(store);

    table.pass(900);
    assertEquals(
        new Validity(1_000, 1_000),
        as(RenewalReply.Renewed.class, table.keepAlive(session)).validity());
    assertEquals(new RenewalReply.SessionBound(held.token()), table.renew(held.lease()));
    table.pass(1_010);
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @ParameterizedTest
  @EnumSource
  void leasesWhoseSessionEndedBeforeTheirCleanUpAreOverAfterIt(Store store) {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "jobs/a", "ann"));
    table.own(under(session, "jobs/b", "ann"));
    table.say(new Request.CloseSession(session));
    restart(store);

    assertEquals(List.of(), table.holders("jobs/a"));
    table.tick();
    assertEquals(0, table.table.stats().leases());
  }

  @ParameterizedTest
  @EnumSource
  void fenceMarksAreKept(Store store) {
    table.say(new Request.RaiseFence("db", 4));
    table.say(new Request.RaiseFence("db", 9));
    restart(store);

    assertEquals(new Refusal.Fenced(9), table.say(new Request.RaiseFence("db", 8)));
  }

  @ParameterizedTest
  @EnumSource
  void everyTermOfALeaseIsKept(Store store) {
    table.own(
        lease("pool", "ann", 1_000)
            .mode(Mode.slots(2))
            .hardTtl(5_000)
            .value(Value.of("x"))
            .lockDelay(500));
    table.own(lease("pool", "bob", 1_000).mode(Mode.slots(2)));
    List<HolderView> before = table.look("pool").holders();
    restart(store);

    assertEquals(before, table.look("pool").holders());
    as(Refusal.Held.class, table.say(lease("pool", "cid", 1_000).mode(Mode.slots(2)).build()));
    table.pass(4_000);
    assertEquals(List.of("ann"), table.holders("pool"));
  }

  @ParameterizedTest
  @EnumSource
  void theTokensOfTheNextEpochAreLargerThanAnyBefore(Store store) {
    Reply.Granted before = table.own("jobs/a", "ann", 1_000);
    restart(store);
    Reply.Granted after = table.own("jobs/b", "ann", 1_000);

    assertEquals(table.token(1), after.token());
    assertTrue(after.token() > before.token());
  }

  @Test
  @DisplayName("case 26: many recovered leases are spread, and none is ever shortened")
  void manyRecoveredLeasesAreSpreadAndNoneIsShortened() {
    for (int i = 0; i < 4_000; i++) {
      table.own("jobs/" + i, "ann", 10_000);
    }
    table.restart();
    table.passUntickedNanos(10_000 * Table.MILLI - 1);
    table.tick();
    assertEquals(4_000, table.table.stats().leases());

    table.pass(500);
    int left = table.table.stats().leases();
    assertTrue(left > 1_000 && left < 3_000, "left: " + left);
    table.pass(770);
    assertEquals(0, table.table.stats().leases());
  }

  @Test
  void manyRestartsLoseAndReviveNothing() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    long last = ann.token();
    for (int i = 0; i < 100; i++) {
      table.pass(500);
      if (i % 2 == 0) {
        table.restart();
      } else {
        table.restartFromJournal();
      }
      assertEquals(ann.token(), as(RenewalReply.Renewed.class, table.renew(ann.lease())).token());
      Reply.Granted other = table.own("jobs/b", "bob", 1_000);
      assertTrue(other.token() > last);
      last = other.token();
      table.release(other.lease());
    }
  }

  @Test
  void aSlotReusedAfterARestartHasAnotherLeaseId() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.release(ann.lease());
    table.restart();
    Reply.Granted bob = table.own("jobs/a", "bob", 1_000);

    assertEquals(ann.lease().row(), bob.lease().row());
    assertRefused(Outcome.NOT_FOUND, "lease", table.release(ann.lease()));
    assertEquals(List.of("bob"), table.holders("jobs/a"));
  }
}
