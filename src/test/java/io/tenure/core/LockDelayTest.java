package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LockDelayTest {

  private final Table table = new Table();
  private final Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).lockDelay(3_000));

  @Test
  @DisplayName("case 39: after an expiry the key stays barred, so that late effects can settle")
  void afterAnExpiryTheKeyIsFreeButBarred() {
    table.passUnticked(1_000);

    assertEquals(Refusal.Held.barred(3_000, 0), table.acquire("jobs/a", "bob", 1_000));
    assertEquals(List.of(), table.holders("jobs/a"));
    assertEquals(3_000, table.look("jobs/a").barredMillis());
  }

  @Test
  void afterABreakTheKeyIsBarred() {
    table.breakNow("jobs/a");
    table.pass(1_000);

    assertEquals(Refusal.Held.barred(2_000, 0), table.acquire("jobs/a", "bob", 1_000));
  }

  @Test
  void afterAReleaseNothingIsBarred() {
    table.release(ann.lease());

    assertEquals("bob", table.own("jobs/a", "bob", 1_000).holder());
  }

  @Test
  void theBarIsOverInItsLastNanosecond() {
    table.breakNow("jobs/a");
    table.passUntickedNanos(3_000 * Table.MILLI - 1);
    assertEquals(Refusal.Held.barred(0, 0), table.acquire("jobs/a", "bob", 1_000));

    table.passUntickedNanos(1);
    assertEquals("bob", table.own("jobs/a", "bob", 1_000).holder());
  }

  @Test
  void whoWaitsIsServedWhenTheBarIsOver() {
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(60_000));
    table.breakNow("jobs/a");
    table.pass(2_999);
    assertNull(table.reply(bob));

    table.pass(1);

    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void theBarIsDurableAndSoIsItsEnd() {
    table.breakNow("jobs/a");
    assertEquals(new Change.BeginLockDelay(Key.of("jobs/a"), 3_000), table.said.lastChange());

    table.pass(3_010);

    assertEquals(new Change.EndLockDelay(Key.of("jobs/a")), table.said.lastChange());
    assertEquals(0, table.look("jobs/a").barredMillis());
  }

  @Test
  void theHolderThatLostItIsBarredLikeAnybody() {
    table.breakNow("jobs/a");

    assertEquals(Refusal.Held.barred(3_000, 0), table.acquire("jobs/a", "ann", 1_000));
  }

  @Test
  void aShorterBarNeverCutsALongerOne() {
    Table other = new Table();
    Reply.Granted first = other.own(lease("doc", "a", 1_000).mode(Mode.SHARED).lockDelay(5_000));
    Reply.Granted second = other.own(lease("doc", "b", 1_000).mode(Mode.SHARED).lockDelay(500));
    for (Reply.Granted each : List.of(first, second)) {
      other.say(new OperatorRequest.Break(Key.of("doc"), each.token(), 0, "", null));
    }

    assertEquals(5_000, other.look("doc").barredMillis());
  }

  @Test
  void aReaderThatIsLostBarsNewReadersButNotThoseWhoRead() {
    table.own(lease("doc", "ann", 1_000).mode(Mode.SHARED).lockDelay(3_000));
    Reply.Granted bob = table.own(lease("doc", "bob", 9_000).mode(Mode.SHARED));
    table.pass(1_010);

    Refusal.Held held =
        as(Refusal.Held.class, table.say(lease("doc", "cid", 1_000).mode(Mode.SHARED).build()));
    assertEquals(7_990, held.remainingMillis());
    assertEquals(table.look("doc").barredMillis(), held.barredMillis());
    as(RenewalReply.Renewed.class, table.renew(bob.lease()));
  }

  @Test
  void aSessionThatLapsesBarsItsKeys() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "jobs/b", "ann").lockDelay(3_000));
    table.passUnticked(1_000);

    assertEquals(Refusal.Held.barred(3_000, 0), table.acquire("jobs/b", "bob", 1_000));
  }

  @Test
  void aSessionThatIsClosedBarsNothing() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "jobs/b", "ann").lockDelay(3_000));
    table.say(new Request.CloseSession(session));

    assertEquals("bob", table.own("jobs/b", "bob", 1_000).holder());
  }

  @Test
  void aLapsedLeaseThatIsTakenIsAnUncleanLoss() {
    table.own(lease("jobs/b", "ann", 1_000).hardTtl(9_000).lockDelay(2_000));
    table.passUnticked(1_000);

    assertEquals(Refusal.Held.barred(2_000, 0), table.acquire("jobs/b", "bob", 1_000));
  }

  @Test
  void aBarLeavesNothingBehind() {
    table.breakNow("jobs/a");
    table.pass(3_010);

    assertEquals(0, table.table.deadlines());
  }
}
