package io.tenure.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The places under a lock-delay. The last takes the place of one that leaves: whoever walks them
 * from the last to the first, in slices, misses none that stays.
 */
final class LockDelays {

  private final List<KeyEntry> places = new ArrayList<>();

  void bar(KeyEntry entry, long millis) {
    if (entry.barMillis == 0) {
      entry.atBars = places.size();
      places.add(entry);
    }
    entry.barMillis = millis;
  }

  void lift(KeyEntry entry) {
    if (entry.barMillis == 0) {
      return;
    }
    entry.barMillis = 0;
    KeyEntry last = places.remove(places.size() - 1);
    if (last != entry) {
      places.set(entry.atBars, last);
      last.atBars = entry.atBars;
    }
  }

  int count() {
    return places.size();
  }

  KeyEntry get(int at) {
    return places.get(at);
  }
}
