package io.tenure.door.ws;

import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map from numbers that are given one after the other, such as tokens. They are scattered: where
 * they lie side by side, whatever is taken out moves all that follow.
 */
final class ByNumber<V> {

  /** Odd, so that different numbers stay different. */
  private static final long SCATTER = 0x9e37_79b9_7f4a_7c15L;

  private final LongObjectHashMap<V> map = new LongObjectHashMap<>(0);

  int size() {
    return map.size();
  }

  boolean isEmpty() {
    return map.isEmpty();
  }

  @Nullable V get(long number) {
    return map.get(number * SCATTER);
  }

  /** Returns what stood there before. */
  @Nullable V put(long number, V value) {
    return map.put(number * SCATTER, value);
  }

  @Nullable V remove(long number) {
    return map.remove(number * SCATTER);
  }

  /** As they are now. */
  List<V> values() {
    return new ArrayList<>(map.values());
  }

  void clear() {
    map.clear();
  }
}
