package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The alarms against a PriorityQueue from which an alarm is taken before it is set again. */
class AlarmsModelTest {

  private static final int ALARMS = 64;
  private static final int STEPS = 4_000;

  private final Alarms alarms = new Alarms();
  private final PriorityQueue<Alarm> naive =
      new PriorityQueue<>(Comparator.comparingLong((Alarm alarm) -> alarm.at));
  private final Alarm[] all = new Alarm[ALARMS];
  private long now;

  @Test
  void agreesWithAPriorityQueue() {
    Seeded.run(getClass(), 250, random -> new AlarmsModelTest().run(random));
  }

  @Test
  void oneThatIsNotSetMayBeCancelled() {
    Alarm alarm = new Alarm("nobody");
    alarms.cancel(alarm);

    assertFalse(alarm.isSet());
    assertNull(alarms.due(Long.MAX_VALUE));
  }

  @Test
  void ringsAtItsTimeAndNotBefore() {
    Alarm alarm = new Alarm("nobody");
    alarms.set(alarm, 10);

    assertNull(alarms.due(9));
    assertEquals(alarm, alarms.due(10));
    assertFalse(alarm.isSet());
    assertNull(alarms.due(10));
  }

  @Test
  void oneSetAgainRingsOnce() {
    Alarm alarm = new Alarm("nobody");
    alarms.set(alarm, 10);
    alarms.set(alarm, 20);

    assertEquals(1, alarms.count());
    assertNull(alarms.due(19));
    assertEquals(alarm, alarms.due(20));
    assertNull(alarms.due(20));
  }

  private void run(SplittableRandom random) {
    for (int i = 0; i < ALARMS; i++) {
      all[i] = new Alarm(i);
    }
    for (int step = 0; step < STEPS; step++) {
      Alarm alarm = all[random.nextInt(ALARMS)];
      switch (random.nextInt(10)) {
        case 0, 1 -> {
          alarms.cancel(alarm);
          naive.remove(alarm);
        }
        case 2, 3, 4 -> ringAllDue(random.nextInt(20));
        default -> {
          naive.remove(alarm);
          alarms.set(alarm, now + random.nextInt(100));
          naive.add(alarm);
        }
      }
      assertEquals(naive.size(), alarms.count());
      for (Alarm each : all) {
        assertEquals(naive.contains(each), each.isSet());
      }
    }
  }

  private void ringAllDue(int passed) {
    now += passed;
    for (Alarm due = alarms.due(now); due != null; due = alarms.due(now)) {
      Alarm earliest = naive.peek();
      assertNotNull(earliest, "none was set");
      assertTrue(due.at <= now, "early");
      assertEquals(earliest.at, due.at, "not the earliest");
      assertTrue(naive.remove(due), "it was not set");
    }
    Alarm next = naive.peek();
    assertTrue(next == null || next.at > now, "one that is due did not ring");
  }
}
