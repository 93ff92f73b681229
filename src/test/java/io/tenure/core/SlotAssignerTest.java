package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.Key;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class SlotAssignerTest {

  private static final Key KEY = Key.of("workers");

  private final SlotAssigner numbers = new SlotAssigner();

  @Test
  void theFirstHolderGetsTheLowestNumber() {
    assertEquals(0, numbers.choose(KEY, 3, taken(), "a"));
  }

  @Test
  void takenNumbersAreLeftAlone() {
    assertEquals(1, numbers.choose(KEY, 3, taken(0), "a"));
    assertEquals(2, numbers.choose(KEY, 3, taken(0, 1), "a"));
  }

  @Test
  void thereIsNoneWhenAllAreTaken() {
    assertEquals(-1, numbers.choose(KEY, 3, taken(0, 1, 2), "a"));
    numbers.remember(KEY, 0, "a");
    assertEquals(-1, numbers.choose(KEY, 1, taken(0), "a"));
  }

  @Test
  void whoComesBackGetsTheOldNumber() {
    numbers.remember(KEY, 2, "c");

    assertEquals(2, numbers.choose(KEY, 4, taken(), "c"));
  }

  @Test
  void whoComesBackGetsAnotherWhenTheOldOneIsTaken() {
    numbers.remember(KEY, 0, "a");

    assertEquals(1, numbers.choose(KEY, 4, taken(0), "a"));
  }

  @Test
  void aStrangerGetsAFreshNumberBeforeAFormerHoldersOne() {
    numbers.remember(KEY, 0, "a");

    assertEquals(1, numbers.choose(KEY, 4, taken(), "b"));
  }

  @Test
  void withoutAFreshOneAStrangerGetsTheOneFreeForLongest() {
    numbers.remember(KEY, 1, "b");
    numbers.remember(KEY, 0, "a");
    numbers.remember(KEY, 2, "c");

    assertEquals(1, numbers.choose(KEY, 3, taken(), "d"));
    assertEquals(0, numbers.choose(KEY, 3, taken(1), "d"));
  }

  @Test
  void aNumberBelongsToItsLastHolder() {
    numbers.remember(KEY, 0, "a");
    numbers.remember(KEY, 0, "b");

    assertEquals(1, numbers.choose(KEY, 2, taken(), "a"));
    assertEquals(0, numbers.choose(KEY, 2, taken(), "b"));
  }

  @Test
  void keysDoNotMix() {
    numbers.remember(KEY, 2, "c");

    assertEquals(0, numbers.choose(Key.of("others"), 4, taken(), "c"));
  }

  @Test
  void aNumberBeyondTheCountIsNotGivenBack() {
    numbers.remember(KEY, 7, "h");

    assertEquals(0, numbers.choose(KEY, 4, taken(), "h"));
  }

  @Test
  void onlyTheLatestKeysAreRemembered() {
    numbers.remember(KEY, 3, "d");
    Key second = Key.of("second");
    numbers.remember(second, 3, "d");
    for (int i = 0; i < SlotAssigner.KEYS_MAX - 2; i++) {
      numbers.remember(Key.of("key-" + i), 3, "d");
    }
    numbers.remember(KEY, 1, "b");
    numbers.remember(Key.of("one too many"), 3, "d");

    assertEquals(3, numbers.choose(KEY, 4, taken(), "d"), "it was used again since");
    assertEquals(0, numbers.choose(second, 4, taken(), "d"), "the longest unused one goes");
  }

  private static BitSet taken(int... numbers) {
    BitSet taken = new BitSet();
    for (int number : numbers) {
      taken.set(number);
    }
    return taken;
  }
}
