package io.tenure.core;

import static io.tenure.core.Table.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandleTest {

  private final Table table = new Table();

  @Test
  void aHandleIsReadAsItWasSpelled() {
    for (Handle handle :
        List.of(
            new Handle(0, 0, 0, 0, 0),
            new Handle(63, 16_777_214, Handle.GENERATION_MASK, Long.MIN_VALUE, Long.MAX_VALUE),
            new Handle(65_535, Integer.MAX_VALUE, 1, -1, 1))) {
      assertEquals(handle, Handle.parse(handle.text()));
    }
  }

  @Test
  void theSpellingIsSafeInAnAddress() {
    String text = new Handle(65_535, 1, 2, -1, Long.MIN_VALUE).text();

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
    assertNull(Handle.parse(text));
  }

  @Test
  void aHandleShownNeverShowsItsSecret() {
    Handle handle = new Handle(3, 17, 99, 0x1234_5678_9abcL, 0x0fed_cba9_8765L);

    assertEquals("Handle[shard=3, slot=17]", handle.toString());
    assertFalse(Request.Renew.one(handle).toString().contains(handle.text()));
    assertFalse(new Request.Release(handle).toString().contains("" + handle.secretHigh()));
  }

  @Test
  void handlesThatDifferInAnyPartDiffer() {
    Handle handle = new Handle(1, 2, 3, 4, 5);

    assertEquals(new Handle(1, 2, 3, 4, 5), handle);
    assertNotEquals(new Handle(0, 2, 3, 4, 5), handle);
    assertNotEquals(new Handle(1, 0, 3, 4, 5), handle);
    assertNotEquals(new Handle(1, 2, 0, 4, 5), handle);
    assertNotEquals(new Handle(1, 2, 3, 0, 5), handle);
    assertNotEquals(new Handle(1, 2, 3, 4, 0), handle);
  }

  @Test
  @DisplayName("case 10: a handle that differs in one bit does nothing to the lease")
  void aHandleThatDiffersInOneBitDoesNothing() {
    Handle good = table.own("jobs/a", "ann", 1_000).lease();
    table.settle();
    assertEquals(1_000, table.renewFast(good), "known to be durable from here on");
    for (int bit = 0; bit < 64; bit++) {
      long flip = 1L << bit;
      tryInVain(with(good, good.generation(), good.secretHigh() ^ flip, good.secretLow()));
      tryInVain(with(good, good.generation(), good.secretHigh(), good.secretLow() ^ flip));
    }
    for (int bit = 0; bit < Handle.GENERATION_BITS; bit++) {
      int flipped = good.generation() ^ 1 << bit;
      tryInVain(with(good, flipped, good.secretHigh(), good.secretLow()));
    }

    assertEquals(1_000, table.renewFast(good));
  }

  private static Handle with(Handle good, int generation, long secretHigh, long secretLow) {
    return new Handle(good.shard(), good.slot(), generation, secretHigh, secretLow);
  }

  private void tryInVain(Handle guessed) {
    int before = table.said.changes.size();
    assertEquals(RenewalCode.UNKNOWN, table.renewFast(guessed));
    assertEquals(new Renewal.Unknown(), table.renew(guessed));
    assertRefused(Code.UNKNOWN, "lease", table.release(guessed));
    assertRefused(Code.UNKNOWN, "lease", table.transfer(guessed, "eve"));
    assertRefused(Code.UNKNOWN, "lease", table.say(new Request.SetValue(guessed, null, null)));
    assertRefused(Code.UNKNOWN, "lease", table.say(new Request.Inspect(guessed)));
    assertEquals(before, table.said.changes.size());
  }

  @Test
  void aSlotThatNeverWasIsUnknown() {
    tryInVain(new Handle(0, -1, 0, 0, 0));
    tryInVain(new Handle(0, 0, 0, 0, 0));
    tryInVain(new Handle(0, Integer.MAX_VALUE, 0, 0, 0));
    tryInVain(new Handle(0, Integer.MIN_VALUE, 0, 0, 0));
  }

  @Test
  void aForgottenSlotIsNotOpenToAnEmptySecret() {
    Handle held = table.own(Table.lease("jobs/a", "ann", 1_000).requestId("r1")).lease();
    table.release(held);
    table.pass(600_010);
    assertEquals(Change.Forget.class, table.said.lastChange().getClass());

    tryInVain(new Handle(0, held.slot(), 0, 0, 0));
    tryInVain(new Handle(0, held.slot(), held.generation(), 0, 0));
  }

  @Test
  void aGuessIsRefusedTheSameWayWhetherOrNotThereIsALease() {
    Handle guessed = new Handle(0, 0, 1, 2, 3);
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
    Handle good = table.own("jobs/a", "ann", 1_000).lease();
    Handle foreign =
        new Handle(1, good.slot(), good.generation(), good.secretHigh(), good.secretLow());

    assertEquals(new Renewal.Unknown(), table.renew(foreign));
    assertRefused(Code.UNKNOWN, "lease", table.release(foreign));
    assertRefused(Code.UNKNOWN, "session", table.say(new Request.InspectSession(foreign)));
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  void aStaleHandleNeverReachesTheNextTenureOfItsSlot() {
    Table small = new Table(Table.SMALL);
    Handle stale = small.own("jobs/a", "ann", 100).lease();
    small.release(stale);
    Handle fresh = stale;
    for (int i = 0; i < 20 && (i == 0 || fresh.slot() != stale.slot()); i++) {
      fresh = small.own("jobs/a", "bob", 1_000).lease();
      if (fresh.slot() != stale.slot()) {
        small.release(fresh);
      }
    }
    assertEquals(stale.slot(), fresh.slot(), "the slot is used again");
    small.settle();

    assertEquals(RenewalCode.UNKNOWN, small.renewFast(stale));
    assertRefused(Code.UNKNOWN, "lease", small.release(stale));
    assertEquals(1_000, small.renewFast(fresh));
  }
}
