package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class InFlightTest {

  private final InFlight inFlight = new InFlight();

  @Test
  void aSlotWithoutChangeStandsBehindNothing() {
    assertEquals(0, inFlight.behind(0, 0));
    assertEquals(0, inFlight.behind(1_000_000, 17));
  }

  @Test
  void aSlotStandsBehindItsLastChangeUntilThatIsDurable() {
    inFlight.add(5, 1, 0);
    inFlight.add(5, 3, 0);

    assertEquals(3, inFlight.behind(5, 0));
    assertEquals(3, inFlight.behind(5, 2));
    inFlight.settled(2);
    assertEquals(3, inFlight.behind(5, 2));
    inFlight.settled(3);
    assertEquals(0, inFlight.behind(5, 3));
  }

  @Test
  void neighboursStandBehindTheirOwnChanges() {
    inFlight.add(5, 1, 0);
    inFlight.add(6, 2, 0);

    assertEquals(1, inFlight.behind(5, 0));
    assertEquals(2, inFlight.behind(6, 0));
    assertEquals(0, inFlight.behind(7, 0));
    assertEquals(0, inFlight.behind(5, 1));
    assertEquals(2, inFlight.behind(6, 1));
  }

  @Test
  void agreesWithAMap() {
    Seeded.run(getClass(), 100, random -> agreesWithAMap(random, 0));
  }

  @Test
  void agreesWithAMapWhereTheLowHalvesWrapAround() {
    Seeded.run(getClass(), 100, random -> agreesWithAMap(random, (1L << 31) - 500));
    Seeded.run(getClass(), 100, random -> agreesWithAMap(random, (1L << 32) - 500));
  }

  private static void agreesWithAMap(SplittableRandom random, long from) {
    InFlight changes = new InFlight();
    Map<Integer, Long> naive = new HashMap<>();
    int slots = random.nextInt(4_000) + 1;
    long last = from;
    long durable = from;
    for (int step = 0; step < 2_000; step++) {
      int row = random.nextInt(slots);
      if (random.nextInt(10) == 0) {
        durable += random.nextLong(last - durable + 1);
        changes.settled(durable);
      } else {
        last++;
        changes.add(row, last, durable);
        naive.put(row, last);
      }
      int asked = random.nextInt(slots);
      long change = naive.getOrDefault(asked, 0L);
      assertEquals(change > durable ? change : 0, changes.behind(asked, durable));
    }
  }
}
