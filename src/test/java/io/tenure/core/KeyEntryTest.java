package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyEntryTest {

  private static final Key KEY = Key.of("jobs/nightly");

  private final KeyEntry entry = new KeyEntry(KEY);

  @Test
  void isEmptyWithoutHoldersWaitersAndBar() {
    assertTrue(entry.empty());

    entry.addHolder(3, -1);
    assertFalse(entry.empty());
    entry.removeHolder(3, -1);
    assertTrue(entry.empty());

    Waiter waiter = enqueue("a");
    assertFalse(entry.empty());
    entry.leave(waiter);
    assertTrue(entry.empty());

    entry.lockDelayMillis = 5;
    assertFalse(entry.empty());
  }

  @Test
  void keepsManyHoldersAndLosesTheOneNamed() {
    Set<Integer> expected = new HashSet<>();
    for (int slot = 0; slot < 100; slot++) {
      entry.addHolder(slot, -1);
      expected.add(slot);
    }
    for (int slot = 0; slot < 100; slot += 3) {
      entry.removeHolder(slot, -1);
      expected.remove(slot);
    }

    assertEquals(expected, holders());
    assertEquals(expected.size(), entry.holderCount());
  }

  @Test
  void aHolderThatIsNotThereIsNoticed() {
    entry.addHolder(3, -1);

    assertThrows(IllegalStateException.class, () -> entry.removeHolder(4, -1));
  }

  @Test
  void theFirstInTheQueueIsItsHead() {
    assertNull(entry.head());
    Waiter first = enqueue("a");
    Waiter second = enqueue("b");

    assertSame(first, entry.head());
    entry.leave(first);
    assertSame(second, entry.head());
    assertEquals(1, entry.waiting());
    entry.leave(second);
    assertNull(entry.head());
    assertEquals(0, entry.waiting());
  }

  @Test
  void whoLeavesFromTheMiddleIsNeverTheHead() {
    Waiter first = enqueue("a");
    entry.leave(enqueue("b"));
    Waiter third = enqueue("c");
    entry.leave(first);

    assertSame(third, entry.head());
  }

  @Test
  void theFirstOfAHolderIsTheOneWhoCameFirstAndIsStillThere() {
    Waiter gone = enqueue("b");
    enqueue("a");
    Waiter first = enqueue("b");
    enqueue("b");
    entry.leave(gone);

    assertSame(first, entry.firstOf("b", any -> true));
    assertNull(entry.firstOf("c", any -> true));
  }

  @Test
  void theFirstOfAHolderThatLivesIsAskedFor() {
    Waiter lapsed = enqueue("b");
    Waiter living = enqueue("b");

    assertSame(living, entry.firstOf("b", waiter -> waiter != lapsed));
    assertNull(entry.firstOf("b", none -> false));
  }

  @Test
  void aWaiterKnowsThatItIsInTheQueue() {
    assertTrue(enqueue("a").queued);
  }

  @Test
  void theQueueStaysFairWhoeverLeaves() {
    Seeded.run(
        getClass(),
        200,
        random -> {
          KeyEntry busy = new KeyEntry(KEY);
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
    entry.enqueue(waiter);
    return waiter;
  }

  private static Waiter waiter(String holder) {
    return new Waiter(1, AcquireBuilder.of(KEY, holder).ttl(1_000).build(), null, null, 0);
  }

  private Set<Integer> holders() {
    int[] holders = new int[entry.holderCount()];
    Arrays.setAll(holders, entry::holder);
    Set<Integer> found = new HashSet<>();
    for (int holder : holders) {
      assertTrue(found.add(holder), holder + " holds twice");
    }
    return found;
  }
}
