package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryTest {

  private final History history = new History(4);

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

  private void add(long... revisions) {
    for (long revision : revisions) {
      Key key = Key.of("jobs/nightly");
      history.add(new Event(revision, Event.Kind.GRANTED, key, "a", revision, -1, "", null, 0));
    }
  }

  private List<Long> after(long from) {
    List<Long> revisions = new ArrayList<>();
    history.after(from, event -> revisions.add(event.revision()));
    return revisions;
  }
}
