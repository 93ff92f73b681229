package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseClockTest {

  private static final long STEP = LeaseClock.STEP_NANOS_MAX;
  private static final long HEARING = LeaseClock.HEARING_NANOS;

  private final Table table = new Table();
  private final Measures measures = new Measures();

  @ParameterizedTest
  @DisplayName("case 12: wherever the clock of the machine stands, a lease lives its ttl")
  @ValueSource(
      longs = {
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        -1_000 * Table.MILLI,
        -1,
        0,
        1,
        Long.MAX_VALUE - 1_000 * Table.MILLI,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE
      })
  void whereverTheClockStandsALeaseLivesItsTtl(long start) {
    Table anywhere = new Table(0, Limits.STANDARD, start);
    Reply.Granted ann = anywhere.own("jobs/a", "ann", 1_000);
    long bob = anywhere.queue(lease("jobs/a", "bob", 1_000).waiting(3_000));
    anywhere.pass(500);
    as(Renewal.Renewed.class, anywhere.renew(ann.lease()));
    anywhere.passNanos(1_000 * Table.MILLI - 1);
    assertNull(anywhere.reply(bob));

    anywhere.pass(10);

    assertEquals("bob", anywhere.granted(bob).holder());
    assertEquals(Ending.EXPIRED, as(Renewal.Over.class, anywhere.renew(ann.lease())).how());
  }

  @Test
  void theClockFollowsItsSourceWithoutAStall() {
    LeaseClock clock = new LeaseClock(measures);
    clock.start(1_000);
    clock.advance(1_000 + LeaseClock.STALL_NANOS);

    assertEquals(LeaseClock.STALL_NANOS, clock.now());
    assertEquals(LeaseClock.STALL_NANOS, clock.judged());
    assertEquals(0, measures.amnestyNanos());
  }

  @Test
  void theClockNeverGoesBack() {
    LeaseClock clock = new LeaseClock(measures);
    clock.start(0);
    clock.advance(100);
    clock.advance(50);

    assertEquals(100, clock.now());
    clock.advance(101);
    assertEquals(101, clock.now());
  }

  @Test
  void theClockIsNotConfusedWhenItsSourceWraps() {
    LeaseClock clock = new LeaseClock(measures);
    clock.start(Long.MAX_VALUE - 10);
    clock.advance(Long.MIN_VALUE + 9);

    assertEquals(20, clock.now());
  }

  @Test
  void aStallMovesTheClockByOneStepAndIsCounted() {
    LeaseClock clock = new LeaseClock(measures);
    clock.start(0);
    clock.advance(10 * STEP);

    assertEquals(STEP, clock.now());
    assertEquals(0, clock.judged());
    assertEquals(9 * STEP, measures.amnestyNanos());
  }

  @Test
  void afterAStallTheHearingLastsItsTimeAndNoLonger() {
    LeaseClock clock = new LeaseClock(measures);
    clock.start(0);
    clock.advance(10 * STEP);
    clock.advance(10 * STEP + HEARING / 2);
    clock.advance(10 * STEP + HEARING - 1);
    assertEquals(0, clock.judged());

    clock.advance(10 * STEP + HEARING);
    assertEquals(STEP + HEARING, clock.judged());
    assertEquals(clock.now(), clock.judged());
  }

  @Test
  void whoIsHeldUpWhileHearingHasNotHeard() {
    LeaseClock clock = new LeaseClock(measures);
    clock.start(0);
    clock.advance(10 * STEP);
    clock.advance(10 * STEP + 2 * HEARING);
    assertEquals(0, clock.judged());

    clock.advance(10 * STEP + 3 * HEARING);
    assertEquals(clock.now(), clock.judged());
  }

  @Test
  void aShardThatOnlyStallsGoesOnEnding() {
    LeaseClock clock = new LeaseClock(measures);
    clock.start(0);
    for (int i = 1; i <= 10; i++) {
      clock.advance(i * 4L * STEP);
    }

    assertEquals(10 * STEP, clock.now());
    assertEquals(9 * STEP - LeaseClock.TRAIL_NANOS_MAX, clock.judged());
  }

  @Test
  void aPauseBelowTheStepIsAStallToo() {
    Handle lease = table.own("a", "ann", 300).lease();
    table.settle();
    table.pass(200);

    table.stall(200);
    table.tick();

    assertEquals(300, table.renewFast(lease), "the renewal waited while the server paused");
  }

  @Test
  void aSecondStallWhileHearingStillHearsWhatWaited() {
    Handle lease = table.own("a", "ann", 300).lease();
    table.settle();
    table.pass(200);

    table.stall(1_000);
    table.tick();
    table.stall(5);
    table.tick();
    table.stall(300);
    table.tick();

    assertEquals(300, table.renewFast(lease));
  }

  @Test
  @DisplayName("case 14: a server that stood still for a minute expires nobody it could not hear")
  void aServerThatStoodStillExpiresNobodyItCouldNotHear() {
    Handle held = table.own("jobs/a", "ann", 1_000).lease();
    table.pass(500);
    table.stall(60_000);
    table.tick();

    as(Renewal.Renewed.class, table.renew(held));
    assertEquals(LeaseClock.FORGIVEN_NANOS_MAX, table.table.measures().amnestyNanos());
  }

  @Test
  @DisplayName("case 2: a renewal that waited while the loop was busy is heard before the wheel")
  void aRenewalThatWaitedWhileTheLoopWasBusyIsHeard() {
    Handle held = table.own("jobs/a", "ann", 1_000).lease();
    table.pass(900);
    table.stall(10_000);
    table.tick();
    table.now += HEARING - 1;
    table.tick();

    as(Renewal.Renewed.class, table.renew(held));
    table.pass(700);
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  void afterTheHearingTheDeadAreEndedPromptly() {
    table.own("jobs/a", "ann", 1_000);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(5_000));
    table.pass(900);
    table.stall(10_000);
    table.tick();
    assertNull(table.reply(bob));

    for (int tick = 0; tick < 3; tick++) {
      table.pass(10);
    }

    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void whatWasOverBeforeAStallIsOverAfterIt() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);
    table.stall(10_000);

    assertEquals(new Renewal.Over(Ending.EXPIRED, 0, ann.token()), table.renew(ann.lease()));
  }

  @Test
  void aLeaseGrantedRightAfterAStallLivesItsFullTtl() {
    table.pass(50);
    table.stall(10_000);
    table.own("jobs/a", "ann", 1_000);

    table.pass(999);
    assertEquals(List.of("ann"), table.holders("jobs/a"));
    table.pass(1);
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aRenewalDuringTheHearingGivesTheFullTtl() {
    Handle held = table.own("jobs/a", "ann", 1_000).lease();
    table.stall(10_000);
    table.tick();
    table.now += HEARING / 2;

    assertEquals(new Term(1_000, 1_000), as(Renewal.Renewed.class, table.renew(held)).term());
    table.pass(999);
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  void aStallEndsNoWaitBeforeItsTimeEither() {
    table.own("jobs/a", "ann", 60_000);
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(1_000));
    table.stall(10_000);
    table.tick();
    table.pass(30);

    assertNull(table.reply(bob));
  }

  @Test
  void aSessionIsSparedByAStallAndItsLeasesWithIt() {
    Handle session = table.session("ann", 1_000);
    table.own(Table.under(session, "jobs/a", "ann"));
    table.pass(900);
    table.stall(10_000);
    table.tick();

    assertEquals(List.of("ann"), table.holders("jobs/a"));
    as(Renewal.Renewed.class, table.keepAlive(session));
    assertTrue(table.table.measures().amnestyNanos() > 0);
  }
}
