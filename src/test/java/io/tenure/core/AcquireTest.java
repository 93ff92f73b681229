package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.DurationFormatter;
import io.tenure.api.EndReason;
import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Validity;
import io.tenure.api.Value;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AcquireTest {

  private final Table table = new Table();

  @Test
  void aFreeKeyIsGrantedWithTheNextToken() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);

    Reply.Granted expected =
        new Reply.Granted(
            granted.lease(),
            new Holding(Key.of("jobs/a"), "ann", table.token(1), -1),
            new Validity(1_000, 1_000),
            null,
            false);
    assertEquals(expected, granted);
  }

  @Test
  void aHeldKeyIsRefusedWithHolderTokenAndRemainingTime() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.pass(300);

    assertEquals(
        new Refusal.Held("ann", granted.token(), Said.SINCE, 700, 0, 0),
        table.acquire("jobs/a", "bob", 1_000));
  }

  @Test
  void aRefusalChangesNothing() {
    table.own("jobs/a", "ann", 1_000);
    int before = table.said.changes.size();

    table.acquire("jobs/a", "bob", 1_000);

    assertEquals(before, table.said.changes.size());
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  void keysDoNotHinderEachOther() {
    table.own("jobs/a", "ann", 1_000);

    assertEquals(table.token(2), table.own("jobs/b", "bob", 1_000).token());
    assertEquals(table.token(3), table.own("jobs/", "cid", 1_000).token());
  }

  @Test
  void aLeaseLivesUntilItsLastNanosecond() {
    table.own("jobs/a", "ann", 1_000);
    table.passNanos(1_000 * Table.MILLI - 1);

    Refusal.Held held = as(Refusal.Held.class, table.acquire("jobs/a", "bob", 1_000));
    assertEquals(0, held.remainingMillis());
    assertEquals("ann", held.holder());
  }

  @Test
  void aLeaseIsOverAtItsDeadlineThoughNoWheelHasFired() {
    Reply.Granted first = table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);

    Reply.Granted second = table.own("jobs/a", "bob", 1_000);

    assertTrue(second.token() > first.token());
    assertNotEquals(first.lease(), second.lease());
  }

  @Test
  void aLeaseIsOverANanosecondPastItsDeadline() {
    table.own("jobs/a", "ann", 1_000);
    table.passUntickedNanos(1_000 * Table.MILLI + 1);

    assertEquals("bob", table.own("jobs/a", "bob", 1_000).holder());
  }

  @Test
  void aGrantIsDurableWithAllThatRecoveryNeeds() {
    table.said.wallSeconds = 77;
    Reply.Granted granted =
        table.own(
            lease("jobs/a", "ann", 1_000)
                .hardTtl(5_000)
                .lockDelay(200)
                .maxLifetime(9_000)
                .value(Value.of("host:1"))
                .requestId("r1"));

    TenureImage tenure = as(Change.Begin.class, table.said.lastChange()).tenure();
    TenureImage expected =
        new TenureImage.Lease(
            new TenureImage.Common(
                granted.lease().row(),
                granted.token(),
                new TenureImage.Secret(granted.lease().secretHigh(), granted.lease().secretLow()),
                "ann",
                1_000,
                tenure.common().requestIds(),
                77),
            Key.of("jobs/a"),
            Mode.EXCLUSIVE,
            -1,
            new TenureImage.RareTimes(5_000, 200, 9_000),
            null,
            Value.of("host:1"));
    assertEquals(expected, tenure);
    assertEquals(1, tenure.common().requestIds().size());
  }

  @Test
  void anEndIsDurableBeforeTheKeyIsGrantedAgain() {
    Reply.Granted first = table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);
    table.own("jobs/a", "bob", 1_000);

    assertEquals(
        new Change.End(first.lease().row(), first.token(), EndReason.EXPIRED, null, false),
        table.said.changes.get(1));
    assertEquals(
        "bob", as(Change.Begin.class, table.said.changes.get(2)).tenure().common().holder());
  }

  @Test
  @DisplayName("case 9: the same holder asking again is not let in: its name proves nothing")
  void theSameHolderAskingAgainIsNotLetIn() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);

    assertEquals(
        new Refusal.Held("ann", granted.token(), Said.SINCE, 1_000, 0, 0),
        table.acquire("jobs/a", "ann", 1_000));
  }

  @Test
  void theThreeNumbersOfThirtySecondsAreThirtyTenAndFive() {
    Validity validity = table.own("jobs/a", "ann", 30_000).validity();

    assertEquals(30_000, validity.validForMillis());
    assertEquals(10_000, validity.renewAfterMillis());
    assertEquals(5_000, validity.safetyMillis());
  }

  @Test
  @DisplayName("case 35: the safety covers at least the drift")
  void theSafetyCoversAtLeastTheDrift() {
    assertEquals(16, new Validity(100, 100).safetyMillis());
    assertTrue(new Validity(5, 5).safetyMillis() >= 1);
    assertTrue(new Validity(0, 0).safetyMillis() >= 1);
  }

  @Test
  @DisplayName("case 34: a silly ttl is refused with the bounds, not clamped")
  void aSillyTtlIsRefusedNotClamped() {
    for (long ttl : new long[] {0, -1, 99, 86_400_001, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertEquals(
          new Refusal.Refused(
              Outcome.INVALID, "ttl", "is " + DurationFormatter.of(ttl) + "; use 100ms to 1d"),
          table.acquire("jobs/a", "ann", ttl));
    }
    assertEquals(List.of(), table.said.changes);
  }

  @Test
  void theShortestAndTheLongestTtlAreGranted() {
    assertEquals(100, table.own("jobs/a", "ann", 100).validity().validForMillis());
    assertEquals(86_400_000, table.own("jobs/b", "ann", 86_400_000).validity().validForMillis());
  }

  @Test
  void theLongestLeaseLivesItsWholeDay() {
    Reply.Granted granted = table.own("jobs/a", "ann", 86_400_000);
    table.pass(86_399_999);
    assertEquals(List.of("ann"), table.holders("jobs/a"));

    table.pass(1);
    assertEquals(List.of(), table.holders("jobs/a"));
    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, granted.token()), table.renew(granted.lease()));
  }

  @Test
  void anAcquireThatDoesNotWaitIsAnsweredAtOnceEvenWhenOthersWait() {
    Reply.Granted granted = table.own("jobs/a", "ann", 1_000);
    table.queue(lease("jobs/a", "bob", 1_000).waiting(500));

    assertEquals(
        new Refusal.Held("ann", granted.token(), Said.SINCE, 1_000, 0, 1),
        table.acquire("jobs/a", "cid", 1_000));
  }

  @Test
  void everyLeaseHasASecretOfItsOwn() {
    LeaseId first = table.own("jobs/a", "ann", 1_000).lease();
    LeaseId second = table.own("jobs/b", "ann", 1_000).lease();

    assertNotEquals(first.secretHigh(), second.secretHigh());
    assertNotEquals(first.secretLow(), second.secretLow());
  }

  @Test
  @DisplayName(
      "case 25: a hundred thousand ends of one instant are told true before any is cleaned")
  void aHundredThousandEndsOfOneInstantAreTrueBeforeAnyIsCleanedUp() {
    for (int i = 0; i < 100_000; i++) {
      table.own("rack/" + i, "ann", 1_000);
    }
    table.passUnticked(1_010);

    assertEquals("bob", table.own("rack/99999", "bob", 1_000).holder());
    assertTrue(table.table.tick(table.now), "one turn must not end them all");
    assertTrue(table.table.stats().leases() >= 100_000 - LeaseTable.LEASES_PER_TURN);
    table.tick();
    table.pass(10);
    assertEquals(1, table.table.stats().leases());
    assertNull(table.look("rack/7").holders().stream().findAny().orElse(null));
  }

  @Test
  void aHoldersNameOfNothingIsRefused() {
    assertRefused(Outcome.INVALID, "holder", table.acquire("jobs/a", "", 1_000));
  }
}
