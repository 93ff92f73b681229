package io.tenure.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The keys under a lock-delay. When an entry leaves, the last entry moves to its index. So a walk
 * from the last entry to the first, in slices, misses no entry that stays.
 */
final class LockDelays {

  private final List<KeyEntry> entries = new ArrayList<>();

  void begin(KeyEntry entry, long millis) {
    if (entry.lockDelayMillis == 0) {
      entry.lockDelayIndex = entries.size();
      entries.add(entry);
    }
    entry.lockDelayMillis = millis;
  }

  void end(KeyEntry entry) {
    if (entry.lockDelayMillis == 0) {
      return;
    }
    entry.lockDelayMillis = 0;
    KeyEntry last = entries.remove(entries.size() - 1);
    if (last != entry) {
      entries.set(entry.lockDelayIndex, last);
      last.lockDelayIndex = entry.lockDelayIndex;
    }
  }

  int count() {
    return entries.size();
  }

  KeyEntry get(int at) {
    return entries.get(at);
  }
}
