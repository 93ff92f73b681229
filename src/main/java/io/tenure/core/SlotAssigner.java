package io.tenure.core;

import io.tenure.api.Key;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gives slot numbers to the holders of a key with N slots. A returning holder gets its old number
 * if that number is free. The memory of old numbers is not durable, and covers only the latest
 * keys.
 */
final class SlotAssigner {

  /** The number of keys with remembered holders: enough for worker pools, not for millions. */
  static final int KEYS_MAX = 1_024;

  /** The last holder of each free number of a key. */
  private static final class Former {
    /** The holders by number, the longest free number first. */
    private final Map<Integer, String> holders = new LinkedHashMap<>();

    private final Map<String, BitSet> numbers = new HashMap<>();
    private final BitSet used = new BitSet();

    void remember(int number, String holder) {
      forget(number);
      holders.put(number, holder);
      numbers.computeIfAbsent(holder, any -> new BitSet()).set(number);
      used.set(number);
    }

    void forget(int number) {
      String holder = holders.remove(number);
      BitSet others = holder == null ? null : numbers.get(holder);
      if (others != null) {
        others.clear(number);
        if (others.isEmpty()) {
          numbers.remove(holder);
        }
      }
      used.clear(number);
    }
  }

  private final Map<Key, Former> former = new LinkedHashMap<>();

  void remember(Key key, int number, String holder) {
    Former numbers = former.remove(key);
    if (numbers == null) {
      numbers = new Former();
      if (former.size() == KEYS_MAX) {
        former.remove(former.keySet().iterator().next());
      }
    }
    numbers.remember(number, holder);
    former.put(key, numbers);
  }

  /**
   * Returns a number from 0 to count-1 that is not taken: the holder's old number, else an unused
   * number, else the number that has been free for longest. Returns -1 when all are taken.
   */
  int choose(Key key, int count, BitSet taken, String holder) {
    int lowest = taken.nextClearBit(0);
    Former numbers = former.get(key);
    if (lowest >= count || numbers == null) {
      return lowest < count ? lowest : -1;
    }
    int chosen = own(numbers, taken, holder);
    if (chosen < 0 || chosen >= count) {
      chosen = fresh(numbers, taken);
    }
    if (chosen >= count) {
      chosen = longestFree(numbers, count, taken);
    }
    return chosen;
  }

  /**
   * Notes that the number has a holder again. No former holder gets the number until this holder
   * leaves it.
   */
  void take(Key key, int number) {
    Former numbers = former.get(key);
    if (numbers != null) {
      numbers.forget(number);
    }
  }

  private static int own(Former numbers, BitSet taken, String holder) {
    BitSet own = numbers.numbers.getOrDefault(holder, new BitSet());
    int number = own.nextSetBit(0);
    while (number >= 0 && taken.get(number)) {
      number = own.nextSetBit(number + 1);
    }
    return number;
  }

  private static int fresh(Former numbers, BitSet taken) {
    int unused = numbers.used.nextClearBit(0);
    int free = taken.nextClearBit(unused);
    while (unused != free) {
      unused = numbers.used.nextClearBit(free);
      free = taken.nextClearBit(unused);
    }
    return free;
  }

  private static int longestFree(Former numbers, int count, BitSet taken) {
    for (int number : numbers.holders.keySet()) {
      if (number < count && !taken.get(number)) {
        return number;
      }
    }
    throw new IllegalStateException("no number of " + count + " is free");
  }
}
