package io.tenure.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WheelTest {

  private static final long TICK = 1L << Wheel.TICK_SHIFT;
  private static final long SPAN = TICK << 12;
  private static final int ALL = Integer.MAX_VALUE;

  private final Wheel wheel = new Wheel();
  private final List<Integer> looked = new ArrayList<>();

  @Test
  void remindsWithinATickAfterTheTimeAndNotBefore() {
    wheel.park(7, 10 * TICK + 1);

    assertEquals(List.of(), lookedAt(10 * TICK + 1));
    assertEquals(List.of(), lookedAt(11 * TICK - 1));
    assertEquals(List.of(7), lookedAt(11 * TICK));
  }

  @Test
  void tellsHowLongUntilSomethingComesDue() {
    wheel.park(7, 10 * TICK + 1);

    assertEquals(Long.MAX_VALUE, wheel.dueIn(8 * TICK, 2 * TICK), "not so soon");
    assertEquals(3 * TICK, wheel.dueIn(8 * TICK, 3 * TICK));
    assertEquals(1, wheel.dueIn(11 * TICK - 1, 1));
    assertEquals(0, wheel.dueIn(11 * TICK, 0));
    assertEquals(0, wheel.dueIn(15 * TICK, 0), "overdue");
    lookedAt(15 * TICK);
    assertEquals(Long.MAX_VALUE, wheel.dueIn(15 * TICK, SPAN / 2));
  }

  @Test
  void whatIsBegunIsDueAtOnce() {
    wheel.park(7, TICK);
    wheel.park(8, TICK);
    wheel.advance(2 * TICK, 1, looked::add);

    assertEquals(0, wheel.dueIn(2 * TICK, 0));
  }

  @Test
  void aTimeThatHasPassedIsRemindedOfInTheNextTick() {
    lookedAt(100 * TICK);
    wheel.park(7, 3 * TICK);

    assertEquals(List.of(), lookedAt(100 * TICK));
    assertEquals(List.of(7), lookedAt(101 * TICK));
  }

  @Test
  void remindsOnce() {
    wheel.park(7, TICK);
    lookedAt(SPAN);

    assertEquals(List.of(), lookedAt(3 * SPAN));
  }

  @Test
  void parkedTwiceRemindsAtTheEarlierTime() {
    wheel.park(7, 50 * TICK);
    wheel.park(7, 20 * TICK);
    wheel.park(7, 80 * TICK);

    assertEquals(List.of(), lookedAt(20 * TICK));
    assertEquals(List.of(7), lookedAt(21 * TICK));
    assertEquals(List.of(), lookedAt(100 * TICK), "the others are stale");
  }

  @Test
  void theStaleEntryOfAnEarlierParkingIsNoReminderOfALaterOne() {
    wheel.park(7, 50 * TICK);
    wheel.park(7, 20 * TICK);
    assertEquals(List.of(7), lookedAt(21 * TICK));
    wheel.park(7, 90 * TICK);

    assertEquals(List.of(), lookedAt(90 * TICK));
    assertEquals(List.of(7), lookedAt(91 * TICK));
  }

  @Test
  void twoEntriesInOneBucketAreOneReminder() {
    wheel.park(7, 50 * TICK);
    wheel.park(7, 20 * TICK);
    lookedAt(21 * TICK);
    wheel.park(7, 50 * TICK);

    assertEquals(List.of(7), lookedAt(60 * TICK));
  }

  @Test
  void takesUpNoMoreThanItsBudgetAndGoesOnWhereItStopped() {
    for (int row = 0; row < 1_000; row++) {
      wheel.park(row, TICK);
    }

    int turns = 0;
    for (int taken = 300; taken == 300; turns++) {
      int before = looked.size();
      taken = wheel.advance(10 * TICK, 300, looked::add);
      assertEquals(Math.min(300, 1_000 - before), looked.size() - before);
    }
    assertEquals(4, turns);
    assertEquals(1_000, looked.stream().distinct().count());
  }

  @Test
  void whatIsParkedWhileABucketIsEmptiedWaitsForItsOwnTime() {
    for (int row = 0; row < 100; row++) {
      wheel.park(row, TICK);
    }
    wheel.advance(2 * TICK, 50, row -> wheel.park(row, TICK));
    wheel.advance(2 * TICK, ALL, looked::add);
    assertEquals(50, looked.size());

    looked.clear();
    wheel.advance(3 * TICK, ALL, looked::add);
    assertEquals(50, looked.size());
  }

  @Test
  void aSlotParkedAgainWhileItsBucketIsEmptiedIsStillLookedAt() {
    for (int row = 0; row < 100; row++) {
      wheel.park(row, TICK);
    }
    wheel.advance(2 * TICK, 50, looked::add);
    for (int row = 0; row < 100; row++) {
      wheel.park(row, 1_000 * TICK);
    }
    wheel.advance(1_001 * TICK, ALL, looked::add);

    assertEquals(150, looked.size());
  }

  @Test
  void farTimesAreLookedAtWhenTheirSpanBeginsAndThenFinely() {
    long deadline = 5 * SPAN + 100 * TICK + 1;
    List<Long> looks = followTo(7, deadline, TICK);

    assertEquals(List.of(5 * SPAN, 5 * SPAN + 101 * TICK), looks);
  }

  @Test
  void theFirstTickOfASpanIsNotForgotten() {
    wheel.park(7, SPAN - 1);
    wheel.park(8, 2 * SPAN - 1);
    wheel.park(9, 5 * SPAN + 1);

    assertEquals(List.of(), lookedAt(SPAN - 1));
    assertEquals(List.of(7), lookedAt(SPAN));
    assertEquals(List.of(8), lookedAt(2 * SPAN));
    assertEquals(List.of(9), lookedAt(5 * SPAN));
  }

  @Test
  void aSpanAndItsFirstTickBothComeUp() {
    lookedAt(2 * SPAN - 10 * TICK);
    wheel.park(1, 2 * SPAN - 1);
    wheel.park(2, 2 * SPAN + 4_090 * TICK);

    assertEquals(List.of(2, 1), lookedAt(2 * SPAN));
  }

  @Test
  void aSpanTakenUpInSlicesDoesNotLoseItsFirstTick() {
    for (int row = 0; row < 100; row++) {
      wheel.park(row, 2 * SPAN + 50 * TICK);
    }
    lookedAt(2 * SPAN - 10 * TICK);
    for (int row = 100; row < 200; row++) {
      wheel.park(row, 2 * SPAN - 1);
    }
    for (int turn = 0; turn < 20; turn++) {
      assertEquals(10, wheel.advance(2 * SPAN, 10, looked::add));
    }

    assertEquals(200, looked.stream().distinct().count());
    assertEquals(0, wheel.advance(2 * SPAN, 10, looked::add));
  }

  @Test
  void timesBeyondTheLastSpanAreLookedAtInBetween() {
    long deadline = 10_000 * SPAN;
    List<Long> looks = followTo(7, deadline, SPAN);

    assertTrue(looks.size() <= 4, () -> looks.toString());
    assertEquals(deadline, looks.get(looks.size() - 1));
  }

  @Test
  void aLongStepSkipsEmptyTicksAndMissesNothing() {
    for (int row = 0; row < 500; row++) {
      wheel.park(row, row * 37L * TICK);
    }

    assertEquals(500, lookedAt(10 * SPAN).size());
  }

  @Test
  void nothingIsLookedAtWhenNothingIsDue() {
    wheel.park(7, 100 * TICK);

    assertEquals(0, wheel.advance(99 * TICK, ALL, looked::add));
    assertEquals(0, wheel.advance(0, ALL, looked::add), "nor when time does not move");
  }

  @Test
  void whatWasEmptiedIsUsedAgain() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Wheel.Due nobody = row -> {};
    long now = 0;
    long before = 0;
    for (int round = 0; round < 200; round++) {
      if (round == 20) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      for (int row = 0; row < 5_000; row++) {
        wheel.park(row, now + row % 7 * TICK);
      }
      now += 10 * TICK;
      assertEquals(5_000, wheel.advance(now, ALL, nobody));
    }

    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < 100_000, () -> "it took " + allocated + " bytes more");
  }

  /** Advances to {@code now}, and returns the rows that the wheel has looked at. */
  private List<Integer> lookedAt(long now) {
    looked.clear();
    wheel.advance(now, ALL, looked::add);
    return List.copyOf(looked);
  }

  /** Parks again and again until the deadline is over, and returns the times of all looks. */
  private List<Long> followTo(int parked, long deadline, long step) {
    List<Long> looks = new ArrayList<>();
    wheel.park(parked, deadline);
    boolean[] over = {false};
    for (long now = 0; !over[0]; now += step) {
      long at = now;
      wheel.advance(
          now,
          ALL,
          row -> {
            looks.add(at);
            over[0] = at >= deadline;
            if (!over[0]) {
              wheel.park(row, deadline);
            }
          });
    }
    return looks;
  }

  @Test
  void aSlotThatComesAndGoesLeavesOneFarEntryBehind() {
    Wheel churned = new Wheel();
    long day = 20_000L << Wheel.TICK_SHIFT;
    for (long now = 0; now < 1_000L << Wheel.TICK_SHIFT; now += 1L << Wheel.TICK_SHIFT) {
      churned.park(1, now + day);
      churned.park(1, now + (2L << Wheel.TICK_SHIFT));
      long present = now;
      churned.advance(now, 1_000, row -> churned.park(row, present + day));
    }

    assertTrue(churned.chunkCount() < 16, churned.chunkCount() + " chunks");
  }
}
