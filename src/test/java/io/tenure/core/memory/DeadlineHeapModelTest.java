package io.tenure.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Seeded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares the deadline heap with a PriorityQueue that removes an entry before it is set again. */
class DeadlineHeapModelTest {

  private static final int ALARMS = 64;
  private static final int STEPS = 4_000;

  private final DeadlineHeap<Object> deadlines = new DeadlineHeap<>();
  private final PriorityQueue<DeadlineEntry<?>> naive =
      new PriorityQueue<>(Comparator.comparingLong((DeadlineEntry<?> deadline) -> deadline.at));
  private final List<DeadlineEntry<Object>> all = new ArrayList<>();
  private long now;

  @Test
  void agreesWithAPriorityQueue() {
    Seeded.run(getClass(), 250, random -> new DeadlineHeapModelTest().run(random));
  }

  @Test
  void oneThatIsNotSetMayBeCancelled() {
    DeadlineEntry<Object> deadline = new DeadlineEntry<>("nobody");
    deadlines.cancel(deadline);

    assertFalse(deadline.isSet());
    assertNull(deadlines.due(Long.MAX_VALUE));
  }

  @Test
  void ringsAtItsTimeAndNotBefore() {
    DeadlineEntry<Object> deadline = new DeadlineEntry<>("nobody");
    deadlines.set(deadline, 10);

    assertNull(deadlines.due(9));
    assertEquals(deadline, deadlines.due(10));
    assertFalse(deadline.isSet());
    assertNull(deadlines.due(10));
  }

  @Test
  void oneSetAgainRingsOnce() {
    DeadlineEntry<Object> deadline = new DeadlineEntry<>("nobody");
    deadlines.set(deadline, 10);
    deadlines.set(deadline, 20);

    assertEquals(1, deadlines.count());
    assertNull(deadlines.due(19));
    assertEquals(deadline, deadlines.due(20));
    assertNull(deadlines.due(20));
  }

  private void run(SplittableRandom random) {
    for (int i = 0; i < ALARMS; i++) {
      all.add(new DeadlineEntry<>(i));
    }
    for (int step = 0; step < STEPS; step++) {
      DeadlineEntry<Object> deadline = all.get(random.nextInt(ALARMS));
      switch (random.nextInt(10)) {
        case 0, 1 -> {
          deadlines.cancel(deadline);
          naive.remove(deadline);
        }
        case 2, 3, 4 -> ringAllDue(random.nextInt(20));
        default -> {
          naive.remove(deadline);
          deadlines.set(deadline, now + random.nextInt(100));
          naive.add(deadline);
        }
      }
      assertEquals(naive.size(), deadlines.count());
      for (DeadlineEntry<Object> each : all) {
        assertEquals(naive.contains(each), each.isSet());
      }
    }
  }

  private void ringAllDue(int passed) {
    now += passed;
    for (DeadlineEntry<Object> due = deadlines.due(now); due != null; due = deadlines.due(now)) {
      DeadlineEntry<?> earliest = naive.peek();
      assertNotNull(earliest, "none was set");
      assertTrue(due.at <= now, "early");
      assertEquals(earliest.at, due.at, "not the earliest");
      assertTrue(naive.remove(due), "it was not set");
    }
    DeadlineEntry<?> next = naive.peek();
    assertTrue(next == null || next.at > now, "one that is due did not ring");
  }
}
