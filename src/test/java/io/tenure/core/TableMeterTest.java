package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.RenewalCode;
import org.junit.jupiter.api.Test;

class TableMeterTest {

  private final Table table = new Table();
  private final TableMeter tableMeter = table.table.tableMeter();

  @Test
  void aNearMissIsCountedByTheHalvesOfTheTtlThatWereLeft() {
    LeaseId lease = table.own("a", "ann", 16_000).lease();
    for (long left : new long[] {8_001, 7_999, 3_999, 1_999, 999, 499}) {
      table.passUnticked(16_000 - left);
      table.renew(lease);
    }
    for (int halves = 0; halves < TableMeter.NEAR_MISSES; halves++) {
      assertEquals(1, tableMeter.nearMisses(halves), "halves " + halves);
    }
    assertEquals(6, tableMeter.renewedByRequest());
  }

  @Test
  void theShortWayCountsNearMissesToo() {
    LeaseId lease = table.own("a", "ann", 16_000).lease();
    table.passUnticked(15_900);
    table.renewFast(lease);

    assertEquals(1, tableMeter.nearMisses(TableMeter.NEAR_MISSES - 1));
  }

  @Test
  void aRenewalThatCameTooLateIsCountedByItsCode() {
    LeaseId lease = table.own("a", "ann", 1_000).lease();
    table.passUnticked(1_000);
    table.renew(lease);

    assertEquals(0, tableMeter.renewedByRequest());
    assertEquals(1, tableMeter.notRenewed(RenewalCode.EXPIRED));
  }

  @Test
  void beginningsAndEndsAreCounted() {
    table.own("a", "ann", 1_000);
    table.release(table.own("b", "ann", 1_000).lease());
    table.pass(1_100);

    assertEquals(2, tableMeter.grants());
    assertEquals(1, tableMeter.ended(EndReason.EXPIRED));
    assertEquals(1, tableMeter.ended(EndReason.RELEASED));
    assertTrue(tableMeter.lateness().sumNanos() < 200 * Table.MILLI);
  }

  @Test
  void amnestyIsCountedOnWhenTheShardIsServedAnew() {
    table.stall(10_000);
    table.tick();
    long given = tableMeter.amnestyNanos();
    new LeaseTable(0, Limits.DEFAULT, () -> 7, new Said(), tableMeter);

    assertTrue(given > 9_000 * Table.MILLI, given + " ns");
    assertEquals(given, tableMeter.amnestyNanos());
  }

  @Test
  void theLatenessOfAnEndIsWhatPassedAfterTheDeadline() {
    table.own("a", "ann", 1_000);
    table.passUnticked(1_040);
    table.pass(1);

    long late = tableMeter.lateness().sumNanos();
    assertTrue(late >= 40 * Table.MILLI && late < 60 * Table.MILLI, late + " ns");
  }
}
