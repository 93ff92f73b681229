package io.tenure.client.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Checks which time counts as time that passed. */
final class MachineClockTest {

  private static final long SECOND = 1_000_000_000;

  private long nanos = Long.MAX_VALUE - SECOND;
  private long wallMillis = 1_000_000;
  private final MachineClock clock = new MachineClock(() -> nanos, () -> wallMillis);
  private final long start = clock.nanos();

  private long passed() {
    return clock.nanos() - start;
  }

  private void pass(long millis) {
    nanos += millis * 1_000_000;
    wallMillis += millis;
  }

  @Test
  void timePassesAlsoWhereNanosecondsWrap() {
    pass(5_000);

    assertEquals(5 * SECOND, passed());
  }

  @Test
  void aMachineThatWasSuspendedIsNoticed() {
    pass(1_000);
    wallMillis += 60_000;

    assertEquals(61 * SECOND, passed());
    pass(1_000);
    assertEquals(62 * SECOND, passed());
  }

  @Test
  void aWallClockSetBackChangesNothing() {
    wallMillis -= 3_600_000;
    pass(1_000);

    assertEquals(SECOND, passed());
  }

  @Test
  void manyMomentsOfSleepCountAsWell() {
    for (int moment = 0; moment < 600; moment++) {
      pass(60);
      clock.nanos();
      wallMillis += 40;
      clock.nanos();
    }

    long uncounted = 60 * SECOND - passed();
    assertTrue(
        uncounted >= 0 && uncounted <= MachineClock.JUMP_NANOS, uncounted + " ns are not counted");
  }

  @Test
  void clocksThatAreReadOneAfterTheOtherMayDifferALittle() {
    for (int at = 0; at < 1_000; at++) {
      pass(100);
      wallMillis += at % 2 == 0 ? 1 : -1;
      clock.nanos();
    }

    assertEquals(100 * SECOND, passed());
  }

  @Test
  void aThreadThatIsHeldUpBetweenTwoReadingsWasNotSuspended() {
    int[] readings = new int[1];
    MachineClock heldUp =
        new MachineClock(
            () -> {
              if (readings[0]++ == 3) {
                pass(300);
              }
              return nanos;
            },
            () -> wallMillis);
    long first = heldUp.nanos();

    heldUp.nanos();
    pass(100);

    assertEquals(400_000_000, heldUp.nanos() - first);
  }

  @Test
  void ofThisMachineItGoesForward() {
    MachineClock machine = new MachineClock();
    long first = machine.nanos();

    assertTrue(machine.nanos() - first >= 0);
  }
}
