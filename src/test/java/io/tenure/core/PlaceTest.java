package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlaceTest {

  private static final Key KEY = Key.of("jobs/nightly");

  private final Place place = new Place(KEY);

  @Test
  void isEmptyWithoutHoldersWaitersAndBar() {
    assertTrue(place.empty());

    place.addHolder(3, -1);
    assertFalse(place.empty());
    place.removeHolder(3, -1);
    assertTrue(place.empty());

    Waiter waiter = enqueue("a");
    assertFalse(place.empty());
    place.leave(waiter);
    assertTrue(place.empty());

    place.barMillis = 5;
    assertFalse(place.empty());
  }

  @Test
  void keepsManyHoldersAndLosesTheOneNamed() {
    Set<Integer> expected = new HashSet<>();
    for (int slot = 0; slot < 100; slot++) {
      place.addHolder(slot, -1);
      expected.add(slot);
    }
    for (int slot = 0; slot < 100; slot += 3) {
      place.removeHolder(slot, -1);
      expected.remove(slot);
    }

    assertEquals(expected, holders());
    assertEquals(expected.size(), place.holderCount());
  }

  @Test
  void aHolderThatIsNotThereIsNoticed() {
    place.addHolder(3, -1);

    assertThrows(IllegalStateException.class, () -> place.removeHolder(4, -1));
  }

  @Test
  void theFirstInTheQueueIsItsHead() {
    assertNull(place.head());
    Waiter first = enqueue("a");
    Waiter second = enqueue("b");

    assertSame(first, place.head());
    place.leave(first);
    assertSame(second, place.head());
    assertEquals(1, place.waiting());
    place.leave(second);
    assertNull(place.head());
    assertEquals(0, place.waiting());
  }

  @Test
  void whoLeavesFromTheMiddleIsNeverTheHead() {
    Waiter first = enqueue("a");
    place.leave(enqueue("b"));
    Waiter third = enqueue("c");
    place.leave(first);

    assertSame(third, place.head());
  }

  @Test
  void theFirstOfAHolderIsTheOneWhoCameFirstAndIsStillThere() {
    Waiter gone = enqueue("b");
    enqueue("a");
    Waiter first = enqueue("b");
    enqueue("b");
    place.leave(gone);

    assertSame(first, place.firstOf("b", any -> true));
    assertNull(place.firstOf("c", any -> true));
  }

  @Test
  void theFirstOfAHolderThatLivesIsAskedFor() {
    Waiter lapsed = enqueue("b");
    Waiter living = enqueue("b");

    assertSame(living, place.firstOf("b", waiter -> waiter != lapsed));
    assertNull(place.firstOf("b", none -> false));
  }

  @Test
  void aWaiterKnowsItsPlace() {
    assertSame(place, enqueue("a").place);
  }

  @Test
  void theQueueStaysFairWhoeverLeaves() {
    Seeded.run(
        getClass(),
        200,
        random -> {
          Place busy = new Place(KEY);
          List<Waiter> expected = new ArrayList<>();
          for (int step = 0; step < 400; step++) {
            if (expected.isEmpty() || random.nextInt(100) < 52) {
              Waiter waiter = waiter("holder-" + random.nextInt(5));
              busy.enqueue(waiter);
              expected.add(waiter);
            } else {
              busy.leave(expected.remove(random.nextInt(expected.size())));
            }
            assertEquals(expected.size(), busy.waiting());
            assertSame(expected.isEmpty() ? null : expected.get(0), busy.head());
            String holder = "holder-" + random.nextInt(5);
            Waiter firstOf =
                expected.stream()
                    .filter(waiter -> waiter.request.holder().equals(holder))
                    .findFirst()
                    .orElse(null);
            assertSame(firstOf, busy.firstOf(holder, any -> true));
          }
        });
  }

  private Waiter enqueue(String holder) {
    Waiter waiter = waiter(holder);
    place.enqueue(waiter);
    return waiter;
  }

  private static Waiter waiter(String holder) {
    return new Waiter(1, Request.Acquire.of(KEY, holder).ttl(1_000).build(), null, 0);
  }

  private Set<Integer> holders() {
    int[] holders = new int[place.holderCount()];
    Arrays.setAll(holders, place::holder);
    Set<Integer> found = new HashSet<>();
    for (int holder : holders) {
      assertTrue(found.add(holder), holder + " holds twice");
    }
    return found;
  }
}
