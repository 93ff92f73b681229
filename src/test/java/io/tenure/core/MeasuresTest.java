package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MeasuresTest {

  private final Table table = new Table();
  private final Measures measures = table.table.measures();

  @Test
  void aNearMissIsCountedByTheHalvesOfTheTtlThatWereLeft() {
    Handle lease = table.own("a", "ann", 16_000).lease();
    for (long left : new long[] {8_001, 7_999, 3_999, 1_999, 999, 499}) {
      table.passUnticked(16_000 - left);
      table.renew(lease);
    }
    for (int halves = 0; halves < Measures.NEAR_MISSES; halves++) {
      assertEquals(1, measures.nearMisses(halves), "halves " + halves);
    }
    assertEquals(6, measures.renewedByRequest());
  }

  @Test
  void theShortWayCountsNearMissesToo() {
    Handle lease = table.own("a", "ann", 16_000).lease();
    table.passUnticked(15_900);
    table.renewFast(lease);

    assertEquals(1, measures.nearMisses(Measures.NEAR_MISSES - 1));
  }

  @Test
  void aRenewalThatCameTooLateIsCountedByItsCode() {
    Handle lease = table.own("a", "ann", 1_000).lease();
    table.passUnticked(1_000);
    table.renew(lease);

    assertEquals(0, measures.renewedByRequest());
    assertEquals(1, measures.notRenewed(RenewalCode.EXPIRED));
  }

  @Test
  void beginningsAndEndsAreCounted() {
    table.own("a", "ann", 1_000);
    table.release(table.own("b", "ann", 1_000).lease());
    table.pass(1_100);

    assertEquals(2, measures.grants());
    assertEquals(1, measures.ended(Ending.EXPIRED));
    assertEquals(1, measures.ended(Ending.RELEASED));
    assertTrue(measures.lateness().sumNanos() < 200 * Table.MILLI);
  }

  @Test
  void amnestyIsCountedOnWhenTheShardIsServedAnew() {
    table.stall(10_000);
    table.tick();
    long given = measures.amnestyNanos();
    new LeaseTable(0, Limits.STANDARD, () -> 7, new Said(), measures);

    assertTrue(given > 9_000 * Table.MILLI, given + " ns");
    assertEquals(given, measures.amnestyNanos());
  }

  @Test
  void theLatenessOfAnEndIsWhatPassedAfterTheDeadline() {
    table.own("a", "ann", 1_000);
    table.passUnticked(1_040);
    table.pass(1);

    long late = measures.lateness().sumNanos();
    assertTrue(late >= 40 * Table.MILLI && late < 60 * Table.MILLI, late + " ns");
  }
}
