package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RenewTest {

  private final Table table = new Table();

  @Test
  void aRenewalGivesTheFullTtlAgain() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.pass(900);

    assertEquals(
        new RenewalReply.Renewed(new Validity(1_000, 1_000), granted.token(), false),
        table.renew(granted.lease()));

    table.pass(999);
    assertEquals(List.of("ann"), table.holders("jobs/a"));
    table.pass(1);
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aRenewalInTheLastNanosecondIsHeard() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.passUntickedNanos(1_000 * Table.MILLI - 1);

    as(RenewalReply.Renewed.class, table.renew(held));
  }

  @Test
  @DisplayName("case 1: a late renewal is refused though nobody else has the key")
  void aLateRenewalIsRefusedThoughNobodyElseHasTheKey() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);

    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, granted.token()), table.renew(granted.lease()));
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aRenewalANanosecondLateIsRefused() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.passUntickedNanos(1_000 * Table.MILLI + 1);

    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, granted.token()), table.renew(granted.lease()));
  }

  @Test
  void aLateRenewalSaysHowLateItIs() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.pass(1_000);
    table.renew(granted.lease());
    table.pass(2_500);

    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 2_500, granted.token()),
        table.renew(granted.lease()));
  }

  @Test
  void aLateRenewalIsRefusedOnTheFastPathToo() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.settle();
    table.passUnticked(1_000);

    assertEquals(RenewalCode.PENDING, table.renewFast(held), "its end is not durable yet");
    table.settle();
    assertEquals(RenewalCode.EXPIRED, table.renewFast(held));
  }

  @Test
  void aLateRenewalNeverDisturbsTheNextHolder() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_500);
    Reply.Granted bob = table.own("jobs/a", "bob", 1_000);

    assertEquals(EndReason.EXPIRED, as(RenewalReply.Over.class, table.renew(ann.lease())).how());
    table.pass(400);
    assertEquals(
        new Refusal.Held("bob", bob.token(), Said.SINCE, 600, 0, 0),
        table.acquire("jobs/a", "ann", 1_000));
  }

  @Test
  void nothingRevivesWhatIsOverHoweverOftenItIsAsked() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.pass(1_000);

    for (int i = 0; i < 10; i++) {
      as(RenewalReply.Over.class, table.renew(held));
      table.pass(100);
    }
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  @DisplayName("case 3: a renewal after the release of the same lease is told RELEASED")
  void aRenewalAfterTheReleaseIsToldReleased() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.release(granted.lease());

    assertEquals(
        new RenewalReply.Over(EndReason.RELEASED, 0, granted.token()),
        table.renew(granted.lease()));
  }

  @Test
  @DisplayName("case 4: renewals in any order only ever move the deadline forward")
  void renewalsOnlyEverMoveTheDeadlineForward() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.pass(400);
    table.renew(held);
    long late = table.now;
    table.now -= 200 * Table.MILLI;
    table.renew(held);
    table.now = late;

    table.pass(999);
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  @DisplayName("case 44: one dead lease among many harms none of its neighbours")
  void oneDeadLeaseAmongManyHarmsNoneOfItsNeighbours() {
    Reply.Granted dead = table.own("jobs/dead", "ann", 500);
    Reply.Granted first = table.own("jobs/a", "ann", 1_000);
    Reply.Granted last = table.own("jobs/b", "ann", 2_000);
    table.passUnticked(500);
    table.settle();

    LeaseId guessed = new LeaseId(0, 1, 2, 3, 4);
    List<LeaseId> all = List.of(first.lease(), dead.lease(), guessed, last.lease());
    table.say(new Request.Renew(all));
    table.settle();
    Reply reply = table.say(new Request.Renew(all));

    assertEquals(
        new Reply.Renewed(
            List.of(
                new RenewalReply.Renewed(new Validity(1_000, 1_000), first.token(), false),
                new RenewalReply.Over(EndReason.EXPIRED, 0, dead.token()),
                new RenewalReply.NotFound(),
                new RenewalReply.Renewed(new Validity(2_000, 2_000), last.token(), false))),
        reply);
  }

  @Test
  void aThousandLeasesAreRenewedInOneMessage() {
    List<LeaseId> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      all.add(table.own("jobs/" + i, "ann", 1_000).lease());
    }
    table.settle();
    table.pass(999);

    Reply.Renewed renewed = as(Reply.Renewed.class, table.say(new Request.Renew(all)));

    assertEquals(1_000, renewed.results().size());
    assertTrue(renewed.results().stream().allMatch(RenewalReply.Renewed.class::isInstance));
    table.pass(999);
    assertEquals(1_000, table.table.stats().leases());
  }

  @Test
  @DisplayName("case 41: a storm of renewals is no change, so the store never hears of it")
  void aRenewalIsNoChange() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    int before = table.said.changes.size();

    table.renew(held);
    table.renewFast(held);

    assertEquals(before, table.said.changes.size());
  }

  @Test
  void theFastPathAnswersTheMillisecondsItIsValidFor() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.settle();
    table.pass(700);

    assertEquals(1_000, table.renewFast(held));
    table.pass(999);
    assertEquals(1_000, table.renewFast(held));
  }

  @Test
  void theFastPathNamesEveryWayToEnd() {
    LeaseId released = table.own("jobs/a", "ann", 1_000).lease();
    LeaseId broken = table.own("jobs/b", "ann", 1_000).lease();
    LeaseId transferred = table.own("jobs/c", "ann", 1_000).lease();
    LeaseId expired = table.own("jobs/d", "ann", 100).lease();
    table.release(released);
    table.breakNow("jobs/b");
    table.transfer(transferred, "bob");
    table.pass(200);
    table.settle();

    assertEquals(RenewalCode.RELEASED, table.renewFast(released));
    assertEquals(RenewalCode.BROKEN, table.renewFast(broken));
    assertEquals(RenewalCode.TRANSFERRED, table.renewFast(transferred));
    assertEquals(RenewalCode.EXPIRED, table.renewFast(expired));
  }

  @Test
  void aLeaseThatIsRenewedLivesForHoursAndKeepsItsToken() {
    Reply.Granted granted = table.own("jobs/a", "ann", 10_000);
    table.settle();
    for (int i = 0; i < 1_000; i++) {
      table.pass(9_999);
      assertEquals(10_000, table.renewFast(granted.lease()));
    }

    assertEquals(granted.token(), table.look("jobs/a").holders().get(0).token());
  }

  @Test
  @DisplayName("case 33: a renewal keeps the ttl that was promised")
  void aRenewalKeepsTheTtlThatWasPromised() {
    LeaseId held = table.own(lease("jobs/a", "ann", 5_000)).lease();
    table.pass(1);

    assertEquals(
        new Validity(5_000, 5_000), as(RenewalReply.Renewed.class, table.renew(held)).validity());
  }

  @Test
  void aRenewalTakesNothingBackOfWhatARestartGave() {
    LeaseId[] held = new LeaseId[2_000];
    for (int i = 0; i < held.length; i++) {
      held[i] = table.own("jobs/" + i, "ann", 10_000).lease();
    }
    table.restart();

    long more = 0;
    for (int i = 0; i < held.length; i++) {
      long given = table.look("jobs/" + i).holders().get(0).remainingMillis();
      table.renew(held[i]);
      table.renewFast(held[i]);
      assertEquals(given, table.look("jobs/" + i).holders().get(0).remainingMillis());
      more = Math.max(more, given - 10_000);
    }
    assertTrue(more > 1_000, "some were given up to an eighth more");
  }
}
