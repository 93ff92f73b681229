package io.tenure.core;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gives each holder of a key with N slots a number that no other has, and gives a holder that comes
 * back its old one when that is free. Remembers in memory only, and the latest keys only.
 */
final class SlotNumbers {

  /** Keys whose former holders are remembered: worker pools, not millions of them. */
  static final int KEYS_MAX = 1_024;

  private record Former(String holder, long order) {}

  private final Map<Key, Map<Integer, Former>> former = new LinkedHashMap<>();
  private long order;

  void remember(Key key, int number, String holder) {
    Map<Integer, Former> numbers = former.remove(key);
    if (numbers == null) {
      numbers = new LinkedHashMap<>();
      if (former.size() == KEYS_MAX) {
        former.remove(former.keySet().iterator().next());
      }
    }
    numbers.put(number, new Former(holder, order++));
    former.put(key, numbers);
  }

  /**
   * One of 0..count-1 that is not taken: the holder's own, else a fresh one, else the longest free.
   */
  int choose(Key key, int count, BitSet taken, String holder) {
    Map<Integer, Former> numbers = former.getOrDefault(key, Map.of());
    int fresh = -1;
    int longest = -1;
    for (int number = taken.nextClearBit(0);
        number < count;
        number = taken.nextClearBit(number + 1)) {
      Former last = numbers.get(number);
      if (last == null) {
        fresh = fresh < 0 ? number : fresh;
      } else if (last.holder.equals(holder)) {
        return number;
      } else if (longest < 0 || last.order < numbers.get(longest).order) {
        longest = number;
      }
    }
    return fresh >= 0 ? fresh : longest;
  }
}
