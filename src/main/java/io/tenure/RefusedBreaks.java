package io.tenure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Breaks that touched nobody. Of those with the same outcome one in ten minutes is told, and how
 * many were like it since: else whoever asks in a loop would wash the real ones out of the audit.
 * Used by any thread.
 */
final class RefusedBreaks {

  static final long APART_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final String UNTOLD = "untold";

  private static final class Like {
    long toldNanos;
    long untold;
  }

  /** By outcome, of which there are a few. */
  private final Map<String, Like> likes = new HashMap<>();

  /** What to tell of it now: null when it is counted only. */
  synchronized @Nullable LogLine hear(String outcome, LogLine line, long nowNanos) {
    Like like = likes.get(outcome);
    if (like != null && nowNanos - like.toldNanos < APART_NANOS) {
      like.untold++;
      return null;
    }
    long untold = like == null ? 0 : like.untold;
    Like fresh = new Like();
    fresh.toldNanos = nowNanos;
    likes.put(outcome, fresh);
    return untold == 0 ? line : line.with(UNTOLD, untold);
  }

  /** What was counted only, and not told yet. */
  synchronized List<LogLine> rest() {
    List<LogLine> rest = new ArrayList<>();
    likes.forEach(
        (outcome, like) -> {
          if (like.untold > 0) {
            rest.add(
                LogLine.warn(AuditLog.ROOM, like.untold + " more breaks were " + outcome)
                    .with("outcome", outcome)
                    .with(UNTOLD, like.untold));
          }
        });
    likes.clear();
    return rest;
  }
}
