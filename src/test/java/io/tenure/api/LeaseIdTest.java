package io.tenure.api;

import static io.tenure.core.Table.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Change;
import io.tenure.core.Table;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseIdTest {

  private final Table table = new Table();

  @Test
  void aHandleIsReadAsItWasSpelled() {
    for (LeaseId id :
        List.of(
            new LeaseId(0, 0, 0, 0, 0),
            new LeaseId(63, 16_777_214, LeaseId.GENERATION_MASK, Long.MIN_VALUE, Long.MAX_VALUE),
            new LeaseId(65_535, Integer.MAX_VALUE, 1, -1, 1))) {
      assertEquals(id, LeaseId.parse(id.text()));
    }
  }

  @Test
  void theSpellingIsSafeInAnAddress() {
    String text = new LeaseId(65_535, 1, 2, -1, Long.MIN_VALUE).text();

    assertTrue(text.matches("[A-Za-z0-9_-]{34}"), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "nonsense",
        "====",
        "jobs/nightly",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\u0000A",
        "é"
      })
  void whatCannotBeOursIsNoHandle(String text) {
    assertNull(LeaseId.parse(text));
  }

  @Test
  void aHandleShownNeverShowsItsSecret() {
    LeaseId id = new LeaseId(3, 17, 99, 0x1234_5678_9abcL, 0x0fed_cba9_8765L);

    assertEquals("Handle[shard=3, row=17]", id.toString());
    assertFalse(Request.Renew.one(id).toString().contains(id.text()));
    assertFalse(new Request.Release(id).toString().contains("" + id.secretHigh()));
  }

  @Test
  void handlesThatDifferInAnyPartDiffer() {
    LeaseId id = new LeaseId(1, 2, 3, 4, 5);

    assertEquals(new LeaseId(1, 2, 3, 4, 5), id);
    assertNotEquals(new LeaseId(0, 2, 3, 4, 5), id);
    assertNotEquals(new LeaseId(1, 0, 3, 4, 5), id);
    assertNotEquals(new LeaseId(1, 2, 0, 4, 5), id);
    assertNotEquals(new LeaseId(1, 2, 3, 0, 5), id);
    assertNotEquals(new LeaseId(1, 2, 3, 4, 0), id);
  }

  @Test
  @DisplayName("case 10: a handle that differs in one bit does nothing to the lease")
  void aHandleThatDiffersInOneBitDoesNothing() {
    LeaseId good = table.own("jobs/a", "ann", 1_000).lease();
    table.settle();
    assertEquals(1_000, table.renewFast(good), "known to be durable from here on");
    for (int bit = 0; bit < 64; bit++) {
      long flip = 1L << bit;
      tryInVain(with(good, good.generation(), good.secretHigh() ^ flip, good.secretLow()));
      tryInVain(with(good, good.generation(), good.secretHigh(), good.secretLow() ^ flip));
    }
    for (int bit = 0; bit < LeaseId.GENERATION_BITS; bit++) {
      int flipped = good.generation() ^ 1 << bit;
      tryInVain(with(good, flipped, good.secretHigh(), good.secretLow()));
    }

    assertEquals(1_000, table.renewFast(good));
  }

  private static LeaseId with(LeaseId good, int generation, long secretHigh, long secretLow) {
    return new LeaseId(good.shard(), good.row(), generation, secretHigh, secretLow);
  }

  private void tryInVain(LeaseId guessed) {
    int before = table.said.changes.size();
    assertEquals(RenewalCode.NOT_FOUND, table.renewFast(guessed));
    assertEquals(new RenewalReply.NotFound(), table.renew(guessed));
    assertRefused(Outcome.NOT_FOUND, "lease", table.release(guessed));
    assertRefused(Outcome.NOT_FOUND, "lease", table.transfer(guessed, "eve"));
    assertRefused(Outcome.NOT_FOUND, "lease", table.say(new Request.SetValue(guessed, null, null)));
    assertRefused(Outcome.NOT_FOUND, "lease", table.say(new Request.Inspect(guessed)));
    assertEquals(before, table.said.changes.size());
  }

  @Test
  void aRowThatNeverWasIsUnknown() {
    tryInVain(new LeaseId(0, -1, 0, 0, 0));
    tryInVain(new LeaseId(0, 0, 0, 0, 0));
    tryInVain(new LeaseId(0, Integer.MAX_VALUE, 0, 0, 0));
    tryInVain(new LeaseId(0, Integer.MIN_VALUE, 0, 0, 0));
  }

  @Test
  void aForgottenRowIsNotOpenToAnEmptySecret() {
    LeaseId held = table.own(Table.lease("jobs/a", "ann", 1_000).requestId("r1")).lease();
    table.release(held);
    table.pass(600_010);
    assertEquals(Change.Forget.class, table.said.lastChange().getClass());

    tryInVain(new LeaseId(0, held.row(), 0, 0, 0));
    tryInVain(new LeaseId(0, held.row(), held.generation(), 0, 0));
  }

  @Test
  void aGuessIsRefusedTheSameWayWhetherOrNotThereIsALease() {
    LeaseId guessed = new LeaseId(0, 0, 1, 2, 3);
    Reply withoutLease = table.release(guessed);
    table.own("jobs/a", "ann", 1_000);
    Reply withLease = table.release(guessed);
    table.breakNow("jobs/a");
    Reply afterLease = table.release(guessed);

    assertEquals(withoutLease, withLease);
    assertEquals(withoutLease, afterLease);
  }

  @Test
  void theHandleOfAnotherShardIsUnknownHere() {
    LeaseId good = table.own("jobs/a", "ann", 1_000).lease();
    LeaseId foreign =
        new LeaseId(1, good.row(), good.generation(), good.secretHigh(), good.secretLow());

    assertEquals(new RenewalReply.NotFound(), table.renew(foreign));
    assertRefused(Outcome.NOT_FOUND, "lease", table.release(foreign));
    assertRefused(Outcome.NOT_FOUND, "session", table.say(new Request.InspectSession(foreign)));
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  void aStaleHandleNeverReachesTheNextTenureOfItsRow() {
    Table small = new Table(Table.SMALL);
    LeaseId stale = small.own("jobs/a", "ann", 100).lease();
    small.release(stale);
    LeaseId fresh = stale;
    for (int i = 0; i < 20 && (i == 0 || fresh.row() != stale.row()); i++) {
      fresh = small.own("jobs/a", "bob", 1_000).lease();
      if (fresh.row() != stale.row()) {
        small.release(fresh);
      }
    }
    assertEquals(stale.row(), fresh.row(), "the row is used again");
    small.settle();

    assertEquals(RenewalCode.NOT_FOUND, small.renewFast(stale));
    assertRefused(Outcome.NOT_FOUND, "lease", small.release(stale));
    assertEquals(1_000, small.renewFast(fresh));
  }
}
