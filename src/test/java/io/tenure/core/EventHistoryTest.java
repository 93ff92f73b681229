package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Limits;
import io.tenure.api.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventHistoryTest {

  private final EventHistory history = new EventHistory(4);

  @Test
  void reachesBackToWhereItStarted() {
    history.start(100, 0);

    assertTrue(history.reaches(100));
    assertFalse(history.reaches(99));
    assertEquals(List.of(), after(100));
  }

  @Test
  void tellsEverythingAfterARevision() {
    history.start(100, 0);
    add(101, 105, 106);

    assertEquals(List.of(101L, 105L, 106L), after(100));
    assertEquals(List.of(105L, 106L), after(101));
    assertEquals(List.of(105L, 106L), after(103));
    assertEquals(List.of(), after(106));
  }

  @Test
  void aFullRingThatLostNothingReachesAllTheWay() {
    history.start(100, 0);
    add(101, 102, 103, 104);

    assertTrue(history.reaches(100));
    assertEquals(List.of(101L, 102L, 103L, 104L), after(100));
  }

  @Test
  void whoWouldHaveMissedADroppedEventIsNotReached() {
    history.start(100, 0);
    add(101, 102, 103, 104, 107);

    assertFalse(history.reaches(100));
    assertTrue(history.reaches(101));
    assertEquals(List.of(102L, 103L, 104L, 107L), after(101));
  }

  @Test
  void staysInOrderHoweverOftenTheRingTurns() {
    history.start(0, 0);
    for (long revision = 1; revision <= 1_001; revision++) {
      add(revision);
    }

    assertFalse(history.reaches(996));
    assertTrue(history.reaches(997));
    assertEquals(List.of(998L, 999L, 1_000L, 1_001L), after(997));
  }

  @Test
  void keepsEveryPartOfEveryEventHoweverLongTheyAre() {
    Seeded.run(getClass(), 200, EventHistoryTest::compareWithAList);
  }

  private static void compareWithAList(SplittableRandom random) {
    int eventsMax = 1 + random.nextInt(random.nextBoolean() ? 3 : 200);
    EventHistory history = new EventHistory(eventsMax);
    history.start(0, 7);
    Deque<LeaseEvent> expected = new ArrayDeque<>();
    for (long revision = 1; revision <= 1_000; revision++) {
      LeaseEvent event = event(revision, random);
      history.add(event);
      expected.add(event);
      if (expected.size() > eventsMax) {
        long dropped = expected.remove().revision();
        assertTrue(history.reaches(dropped));
        assertFalse(history.reaches(dropped - 1));
      }
      if (random.nextInt(50) == 0) {
        List<LeaseEvent> told = new ArrayList<>();
        history.after(0, told::add);
        assertEquals(List.copyOf(expected), told);
        List<LeaseEvent> latest = new ArrayList<>();
        long since = history.latest(eventsMax, latest::add);
        assertEquals(told, latest);
        assertEquals(revision <= eventsMax ? 7 : expected.element().atSeconds(), since);
      }
    }
  }

  private static LeaseEvent event(long revision, SplittableRandom random) {
    LeaseEvent.Kind[] kinds = LeaseEvent.Kind.values();
    return new LeaseEvent(
        revision,
        kinds[random.nextInt(kinds.length)],
        new Holding(
            Key.of(text(1, random.nextInt(20) == 0 ? Limits.KEY_BYTES_MAX / 3 : 30, random)),
            text(1, 20, random),
            random.nextLong(1L << 53),
            random.nextInt(-1, Limits.HOLDERS_PER_KEY_MAX)),
        random.nextInt(4) > 0 ? "" : text(0, Limits.REASON_CHARS_MAX, random),
        random.nextInt(4) > 0 ? null : Value.of(text(0, Limits.VALUE_BYTES_MAX / 3, random)),
        random.nextLong(1L << 40));
  }

  private static String text(int charsMin, int charsMax, SplittableRandom random) {
    return random
        .ints(random.nextInt(charsMin, charsMax + 1), 'a', 'a' + 30_000)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private void add(long... revisions) {
    for (long revision : revisions) {
      Key key = Key.of("jobs/nightly");
      history.add(
          new LeaseEvent(
              revision, LeaseEvent.Kind.GRANTED, new Holding(key, "a", revision, -1), "", null, 0));
    }
  }

  private List<Long> after(long from) {
    List<Long> revisions = new ArrayList<>();
    history.after(from, event -> revisions.add(event.revision()));
    return revisions;
  }
}
