package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.RenewalReply;
import io.tenure.core.memory.Wheel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks the bound of G11: how much time pauses give to leases in total. */
class AmnestyTest {

  private static final long SECOND = 1_000 * Table.MILLI;
  private static final long STEP = LeaseClock.STEP_NANOS_MAX;
  private static final long FORGIVEN = LeaseClock.FORGIVEN_NANOS_MAX;

  private final Table table = new Table();
  private final TableMeter tableMeter = new TableMeter();
  private final LeaseClock clock = new LeaseClock(tableMeter);

  @Test
  void aLeaseThatIsNotRenewedIsOverInTimeHoweverTheServerPauses() {
    for (long ttlSeconds : new long[] {1, 30, 60, 3_600}) {
      for (long pauseMillis : new long[] {260, 1_000, 4_000, 30_000}) {
        Table pausing = new Table();
        pausing.own("jobs/a", "ann", ttlSeconds * 1_000);
        long begun = pausing.now;
        while (pausing.table.stats().leases() > 0) {
          pausing.stall(pauseMillis);
          pausing.tick();
          pausing.pass(50);
        }

        long lived = pausing.now - begun;
        long bound = (ttlSeconds * SECOND + FORGIVEN) * 10 / 9;
        long slack = (pauseMillis + 50) * Table.MILLI + (2L << Wheel.TICK_SHIFT);
        assertTrue(lived >= ttlSeconds * SECOND, ttlSeconds + " s ended early: " + lived);
        assertTrue(
            lived <= bound + slack,
            ttlSeconds + " s lived for " + lived + " ns with pauses of " + pauseMillis + " ms");
      }
    }
  }

  /** The bound for one lease, in a server that never pauses for longer. */
  private static long bound(long ttlSeconds, long pauseMillis) {
    long pause = pauseMillis * Table.MILLI;
    long given = FORGIVEN + LeaseClock.TRAIL_NANOS_MAX + pause;
    return (ttlSeconds * SECOND + given) * 10 / 9 + 2 * pause + (2L << Wheel.TICK_SHIFT);
  }

  @Test
  void aServerThatDoesNothingButPauseEndsItsLeasesInTimeToo() {
    for (long pauseMillis : new long[] {60, 1_000, 11_000, 60_000}) {
      Table pausing = new Table();
      pausing.own("jobs/a", "ann", 30_000);
      while (pausing.table.stats().leases() > 0) {
        pausing.stall(pauseMillis);
        pausing.tick();
      }

      assertTrue(
          pausing.now <= bound(30, pauseMillis),
          "lived for " + pausing.now + " ns with pauses of " + pauseMillis + " ms");
    }
  }

  /** The worst case: judging is up to date, and its budget is spent, when the last pause begins. */
  @Test
  void aLeaseIsOverInTimeHoweverPausesAndTurnsFollowEachOther() {
    for (long seed = 1; seed <= 3_000; seed++) {
      var random = new SplittableRandom(seed);
      long pauseMillis = random.nextLong(60, 30_000);
      Table pausing = new Table();
      pausing.own("jobs/a", "ann", 30_000);
      while (pausing.table.stats().leases() > 0) {
        if (random.nextInt(4) == 0) {
          pausing.pass(random.nextLong(1, 1_000));
        } else {
          pausing.stall(random.nextBoolean() ? pauseMillis : random.nextLong(51, pauseMillis));
          pausing.tick();
        }
      }

      String lived = pausing.now + " ns with pauses of up to " + pauseMillis + " ms, seed " + seed;
      assertTrue(pausing.now >= 30 * SECOND, lived);
      assertTrue(pausing.now <= bound(30, pauseMillis), lived);
    }
  }

  @Test
  void whatIsForgivenIsUsedUpAndFillsUpAgainByATenthOfTheTimeThatPasses() {
    clock.start(0);
    clock.advance(FORGIVEN + STEP + 60 * SECOND);
    assertEquals(FORGIVEN, tableMeter.amnestyNanos());
    assertEquals(STEP + 60 * SECOND, clock.now());
    assertEquals(0, clock.mayForgive());

    long now = FORGIVEN + STEP + 60 * SECOND;
    for (int turn = 0; turn < 3_000; turn++) {
      clock.advance(now += 10 * Table.MILLI);
    }
    assertEquals(3 * SECOND, clock.mayForgive());

    clock.advance(now + 5 * SECOND);
    assertEquals(FORGIVEN + 3 * SECOND + SECOND / 2, tableMeter.amnestyNanos());
    assertEquals(0, clock.mayForgive());
  }

  @Test
  void turnsTooShortForATenthOfANanosecondFillItUpAsWell() {
    clock.start(0);
    clock.advance(FORGIVEN + STEP);
    long before = clock.mayForgive();
    for (int nano = 1; nano <= 1_000; nano++) {
      clock.advance(FORGIVEN + STEP + nano);
    }

    assertEquals(100, clock.mayForgive() - before);
  }

  @Test
  void theBudgetIsNeverMoreThanFull() {
    clock.start(0);
    for (int turn = 1; turn <= 100_000; turn++) {
      clock.advance(turn * 40L * Table.MILLI);
    }

    assertEquals(FORGIVEN, clock.mayForgive());
  }

  @Test
  void renewalsThatWaitedAreHeardAlsoAfterAPauseThatIsNotForgiven() {
    LeaseId lease = table.own("jobs/a", "ann", 30_000).lease();
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(3_600_000));
    table.settle();
    table.stall(600_000);
    table.tick();
    table.stall(70);
    table.tick();

    as(RenewalReply.Renewed.class, table.renew(lease));
    table.pass(29_900);
    assertNull(table.reply(bob));
    table.pass(200);
    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void whatIsLeftIsToldForPeople() {
    table.tick();
    assertEquals(FORGIVEN, table.table.tableMeter().amnestyLeftNanos());
    table.stall(4_250);
    table.tick();

    assertEquals(6 * SECOND, table.table.tableMeter().amnestyLeftNanos());
  }
}
