package io.tenure.core.model;

import io.tenure.api.EndReason;
import io.tenure.api.Limits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ended tenures, with those that the table must still know. */
final class NaiveGraves {

  /** An ended tenure may be forgotten after about ten minutes. */
  private static final long REMEMBERED_NANOS = 590_000 * NaiveClock.MILLI;

  /** The ended tenures in the order of their ends. */
  final List<NaiveTenure> ended = new ArrayList<>();

  /** The last holder, by key and slot number. */
  final Map<String, String> sticky = new HashMap<>();

  private final Limits limits;
  private final NaiveClock clock;
  private int endings;
  private int restored;

  NaiveGraves(Limits limits, NaiveClock clock) {
    this.limits = limits;
    this.clock = clock;
  }

  @Nullable NaiveTenure latest(Predicate<NaiveTenure> wanted) {
    for (int at = ended.size() - 1; at >= 0; at--) {
      if (wanted.test(ended.get(at))) {
        return ended.get(at);
      }
    }
    return null;
  }

  /** The ended tenures that the table may still know. */
  Stream<NaiveTenure> known() {
    return ended.stream().filter(each -> !each.forgotten);
  }

  /**
   * Whether the table must know the tenure when {@code living} tenures need a row: living tenures
   * have priority.
   */
  boolean certain(NaiveTenure tenure, int living) {
    if (tenure.forgotten || tenure.restored && !tenure.remembered) {
      return false;
    }
    // An end that waited for a number is reported late, but remembered from the time it was due.
    long since = Math.min(tenure.endedAt, tenure.overSince);
    int later = tenure.restored ? endings + restored : endings - tenure.endOrder + 1;
    return later <= limits.gravesMax()
        && living + later <= limits.leasesMax()
        && clock.left(since) > -REMEMBERED_NANOS;
  }

  void bury(NaiveTenure tenure, EndReason how, long at, boolean remembered) {
    tenure.overSince = tenure.ownEnd();
    tenure.ended = how;
    tenure.endedAt = clock.judgedNanos();
    tenure.lastPlace = at;
    tenure.remembered = remembered;
    tenure.endOrder = ++endings;
    if (tenure.begun.slotNumber() >= 0) {
      sticky.put(tenure.begun.slotNumber() + "@" + tenure.key(), tenure.begun.holder());
    }
    ended.add(tenure);
  }

  /** Adds a tenure that ended before the table was rebuilt. */
  void restore(NaiveTenure tenure, EndReason how, boolean remembered) {
    bury(tenure, how, 0, remembered);
    endings--;
    restored++;
    sticky.clear();
    tenure.restored = true;
  }
}
