package io.tenure.core;

import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReleaseTest {

  private final Table table = new Table();

  @Test
  void aReleasedKeyIsFreeAtOnce() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);

    assertEquals(new Reply.Released(granted.token(), 0), table.release(granted.lease()));
    assertEquals(List.of(), table.holders("jobs/a"));
    assertEquals("bob", table.own("jobs/a", "bob", 1_000).holder());
  }

  @Test
  void aReleaseIsRepeatedWithoutHarm() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.release(granted.lease());
    int before = table.said.changes.size();
    table.pass(250);

    assertEquals(new Reply.Released(granted.token(), 250), table.release(granted.lease()));
    assertEquals(before, table.said.changes.size());
  }

  @Test
  @DisplayName("case 10: a stale release never touches the next lease")
  void aStaleReleaseNeverTouchesTheNextLease() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.release(ann.lease());
    Reply.Granted bob = table.own("jobs/a", "bob", 1_000);

    assertEquals(new Reply.Released(ann.token(), 0), table.release(ann.lease()));

    assertEquals(
        new Refusal.Held("bob", bob.token(), Said.SINCE, 1_000, 0, 0),
        table.acquire("jobs/a", "ann", 1_000));
  }

  @Test
  @DisplayName("case 8: a holder of the same name does not release another's lease")
  void aHolderOfTheSameNameDoesNotReleaseAnothersLease() {
    Reply.Granted before = table.own("jobs/a", "pod-0", 1_000);
    table.pass(1_000);
    Reply.Granted after = table.own("jobs/a", "pod-0", 1_000);

    assertEquals(
        new Refusal.Over(EndReason.EXPIRED, 0, before.token()), table.release(before.lease()));
    assertEquals(after.token(), table.look("jobs/a").holders().get(0).token());
  }

  @Test
  void aReleaseAtTheDeadlineIsTooLate() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);

    assertEquals(
        new Refusal.Over(EndReason.EXPIRED, 0, granted.token()), table.release(granted.lease()));
  }

  @Test
  void aReleaseBeforeTheDeadlineIsInTime() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.passUntickedNanos(1_000 * Table.MILLI - 1);

    assertEquals(new Reply.Released(granted.token(), 0), table.release(granted.lease()));
  }

  @Test
  @DisplayName("case 37: the release of a lease that was broken is told BROKEN and does nothing")
  void theReleaseOfABrokenLeaseIsToldBroken() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.breakNow("jobs/a");
    table.own("jobs/a", "bob", 1_000);
    table.pass(30);

    assertEquals(new Refusal.Over(EndReason.BROKEN, 30, ann.token()), table.release(ann.lease()));
    assertEquals(List.of("bob"), table.holders("jobs/a"));
  }

  @Test
  void theReleaseOfATransferredLeaseIsToldSo() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.transfer(ann.lease(), "bob");

    assertEquals(
        new Refusal.Over(EndReason.TRANSFERRED, 0, ann.token()), table.release(ann.lease()));
    assertEquals(List.of("bob"), table.holders("jobs/a"));
  }

  @Test
  void aReleaseWithoutALeaseIsUnknown() {
    assertRefused(Outcome.NOT_FOUND, "lease", table.release(new LeaseId(0, 0, 1, 2, 3)));
  }

  @Test
  void aReleaseIsOneDurableEnd() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.release(granted.lease());

    assertEquals(
        List.of(
            new Change.End(
                granted.lease().row(), granted.token(), EndReason.RELEASED, null, false)),
        table.said.changes.subList(1, 2));
    assertEquals(2, table.said.changes.size());
  }

  @Test
  void aReleaseIsRememberedOnlyAsLongAsItsSlotIsNotNeeded() {
    Table small = new Table(Table.SMALL);
    LeaseId first = small.own("jobs/a", "ann", 1_000).lease();
    small.release(first);
    for (int i = 0; i < Table.SMALL.gravesMax() - 1; i++) {
      small.release(small.own("jobs/b", "bob", 1_000).lease());
    }
    assertEquals(Reply.Released.class, small.release(first).getClass(), "one of the latest three");

    small.release(small.own("jobs/b", "bob", 1_000).lease());
    small.own(lease("jobs/c", "cid", 1_000));
    assertRefused(Outcome.NOT_FOUND, "lease", small.release(first));
  }
}
