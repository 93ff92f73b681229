package io.tenure.shard.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SuspendAwareClockTest {

  private static final long MILLI = 1_000_000;

  private long nanos = Long.MAX_VALUE - 100 * MILLI;
  private long wallMillis = 1_000;
  private final SuspendAwareClock realTime =
      new SuspendAwareClock(
          new Clock() {
            @Override
            public long nanos() {
              return nanos;
            }

            @Override
            public long wallMillis() {
              return wallMillis;
            }
          });
  private final long begun = realTime.getAsLong();

  @Test
  void itGoesWithTheMonotonicClock() {
    pass(250, 250);

    assertEquals(250 * MILLI, realTime.getAsLong() - begun);
  }

  @Test
  void whatTheMachineSleptCountsAsPassed() {
    pass(10, 60_010);

    assertEquals(60_010 * MILLI, realTime.getAsLong() - begun);
  }

  @Test
  void manyMomentsOfSleepCountAsWell() {
    for (int moment = 0; moment < 100; moment++) {
      pass(10, 30);
      realTime.getAsLong();
    }

    long uncounted = 3_000 * MILLI - (realTime.getAsLong() - begun);
    assertTrue(uncounted <= SuspendAwareClock.JUMP_NANOS, uncounted + " ns are not counted");
  }

  @Test
  void aWallClockThatIsSetBackChangesNothing() {
    pass(10, -3_600_000);
    assertEquals(10 * MILLI, realTime.getAsLong() - begun);
    pass(10, 10);

    assertEquals(20 * MILLI, realTime.getAsLong() - begun);
  }

  @Test
  void clocksThatAreReadOneAfterTheOtherMayDifferALittle() {
    for (int reading = 0; reading < 1_000; reading++) {
      pass(10, reading % 2 == 0 ? 11 : 9);
      realTime.getAsLong();
    }

    assertEquals(10_000 * MILLI, realTime.getAsLong() - begun);
  }

  private void pass(long monotonicMillis, long wall) {
    nanos += monotonicMillis * MILLI;
    wallMillis += wall;
  }
}
