package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Validity;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseClockTest {

  private static final long STEP = LeaseClock.STEP_NANOS_MAX;
  private static final long HEARING = LeaseClock.HEARING_NANOS;

  private final Table table = new Table();
  private final TableMeter tableMeter = new TableMeter();

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
    Table anywhere = new Table(0, Limits.DEFAULT, start);
    Reply.Granted ann = anywhere.own("jobs/a", "ann", 1_000);
    long bob = anywhere.queue(lease("jobs/a", "bob", 1_000).waiting(3_000));
    anywhere.pass(500);
    as(RenewalReply.Renewed.class, anywhere.renew(ann.lease()));
    anywhere.passNanos(1_000 * Table.MILLI - 1);
    assertNull(anywhere.reply(bob));

    anywhere.pass(10);

    assertEquals("bob", anywhere.granted(bob).holder());
    assertEquals(EndReason.EXPIRED, as(RenewalReply.Over.class, anywhere.renew(ann.lease())).how());
  }

  @Test
  void theClockFollowsItsSourceWithoutAStall() {
    LeaseClock clock = new LeaseClock(tableMeter);
    clock.start(1_000);
    clock.advance(1_000 + LeaseClock.STALL_NANOS);

    assertEquals(LeaseClock.STALL_NANOS, clock.now());
    assertEquals(LeaseClock.STALL_NANOS, clock.judged());
    assertEquals(0, tableMeter.amnestyNanos());
  }

  @Test
  void theClockNeverGoesBack() {
    LeaseClock clock = new LeaseClock(tableMeter);
    clock.start(0);
    clock.advance(100);
    clock.advance(50);

    assertEquals(100, clock.now());
    clock.advance(101);
    assertEquals(101, clock.now());
  }

  @Test
  void theClockIsNotConfusedWhenItsSourceWraps() {
    LeaseClock clock = new LeaseClock(tableMeter);
    clock.start(Long.MAX_VALUE - 10);
    clock.advance(Long.MIN_VALUE + 9);

    assertEquals(20, clock.now());
  }

  @Test
  void aStallMovesTheClockByOneStepAndIsCounted() {
    LeaseClock clock = new LeaseClock(tableMeter);
    clock.start(0);
    clock.advance(10 * STEP);

    assertEquals(STEP, clock.now());
    assertEquals(0, clock.judged());
    assertEquals(9 * STEP, tableMeter.amnestyNanos());
  }

  @Test
  void afterAStallTheHearingLastsItsTimeAndNoLonger() {
    LeaseClock clock = new LeaseClock(tableMeter);
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
    LeaseClock clock = new LeaseClock(tableMeter);
    clock.start(0);
    clock.advance(10 * STEP);
    clock.advance(10 * STEP + 2 * HEARING);
    assertEquals(0, clock.judged());

    clock.advance(10 * STEP + 3 * HEARING);
    assertEquals(clock.now(), clock.judged());
  }

  @Test
  void aShardThatOnlyStallsGoesOnEnding() {
    LeaseClock clock = new LeaseClock(tableMeter);
    clock.start(0);
    for (int i = 1; i <= 10; i++) {
      clock.advance(i * 4L * STEP);
    }

    assertEquals(10 * STEP, clock.now());
    assertEquals(9 * STEP - LeaseClock.TRAIL_NANOS_MAX, clock.judged());
  }

  @Test
  void aPauseBelowTheStepIsAStallToo() {
    LeaseId lease = table.own("a", "ann", 300).lease();
    table.settle();
    table.pass(200);

    table.stall(200);
    table.tick();

    assertEquals(300, table.renewFast(lease), "the renewal waited while the server paused");
  }

  @Test
  void aSecondStallWhileHearingStillHearsWhatWaited() {
    LeaseId lease = table.own("a", "ann", 300).lease();
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
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.pass(500);
    table.stall(60_000);
    table.tick();

    as(RenewalReply.Renewed.class, table.renew(held));
    assertEquals(LeaseClock.FORGIVEN_NANOS_MAX, table.table.tableMeter().amnestyNanos());
  }

  @Test
  @DisplayName("case 2: a renewal that waited while the loop was busy is heard before the wheel")
  void aRenewalThatWaitedWhileTheLoopWasBusyIsHeard() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.pass(900);
    table.stall(10_000);
    table.tick();
    table.now += HEARING - 1;
    table.tick();

    as(RenewalReply.Renewed.class, table.renew(held));
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

    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, ann.token()), table.renew(ann.lease()));
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
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.stall(10_000);
    table.tick();
    table.now += HEARING / 2;

    assertEquals(
        new Validity(1_000, 1_000), as(RenewalReply.Renewed.class, table.renew(held)).validity());
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
    LeaseId session = table.session("ann", 1_000);
    table.own(Table.under(session, "jobs/a", "ann"));
    table.pass(900);
    table.stall(10_000);
    table.tick();

    assertEquals(List.of("ann"), table.holders("jobs/a"));
    as(RenewalReply.Renewed.class, table.keepAlive(session));
    assertTrue(table.table.tableMeter().amnestyNanos() > 0);
  }
}
