package io.tenure.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The largest token seen at each fence. None is ever forgotten, so each keeps its place in the
 * order in which they came, and whoever walks them misses none that comes meanwhile.
 */
final class Marks {

  private final Map<String, Long> tokens = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  void put(String fence, long token) {
    if (tokens.put(fence, token) == null) {
      names.add(fence);
    }
  }

  /** 0 when it was never raised. */
  long of(String fence) {
    return tokens.getOrDefault(fence, 0L);
  }

  boolean has(String fence) {
    return tokens.containsKey(fence);
  }

  int count() {
    return names.size();
  }

  String name(int at) {
    return names.get(at);
  }
}
