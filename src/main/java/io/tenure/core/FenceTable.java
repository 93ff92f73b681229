package io.tenure.core;

import io.tenure.api.Limits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of fences with the largest token that each has seen. When a fence is dropped, the last
 * entry moves to its index. So a walk from the last entry to the first, in slices, misses no entry
 * that stays.
 */
final class FenceTable {

  private static final class Mark {
    final String fence;
    long token;
    int at;

    Mark(String fence) {
      this.fence = fence;
    }
  }

  private final Map<String, Mark> marks = new HashMap<>();
  private final List<Mark> walk = new ArrayList<>();
  private long nameBytes;

  void put(String fence, long token) {
    Mark mark = marks.get(fence);
    if (mark == null) {
      mark = new Mark(fence);
      mark.at = walk.size();
      walk.add(mark);
      marks.put(fence, mark);
      nameBytes += bytes(fence);
    }
    mark.token = token;
  }

  void drop(String fence) {
    Mark dropped = marks.remove(fence);
    if (dropped == null) {
      return;
    }
    nameBytes -= bytes(fence);
    Mark last = walk.remove(walk.size() - 1);
    if (last != dropped) {
      walk.set(dropped.at, last);
      last.at = dropped.at;
    }
  }

  /**
   * Returns the mark of the fence, or 0 when the fence was never raised or has been dropped since.
   */
  long of(String fence) {
    Mark mark = marks.get(fence);
    return mark == null ? 0 : mark.token;
  }

  boolean has(String fence) {
    return marks.containsKey(fence);
  }

  /** Returns whether there is room for another fence. */
  boolean takes(String fence, int fencesMax) {
    return walk.size() < fencesMax && nameBytes + bytes(fence) <= Limits.FENCE_NAME_BYTES_MAX;
  }

  int count() {
    return walk.size();
  }

  String name(int at) {
    return walk.get(at).fence;
  }

  private static int bytes(String fence) {
    return fence.getBytes(StandardCharsets.UTF_8).length;
  }
}
