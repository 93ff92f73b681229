package io.tenure.server.audit;

import io.tenure.server.log.LogLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What operators asked for without any effect, such as a break that was refused. Of those with the
 * same outcome one in ten minutes is told, and how many were like it since: else a caller that asks
 * in a loop would wash the real ones out of the audit. Used by any thread.
 */
public final class RefusedActs {

  public static final long APART_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final String UNTOLD = "untold";

  private static final class Like {
    long toldNanos;
    long untold;
  }

  /** {@code acts}: what was asked for, in the plural. There are a few of these. */
  private record Alike(String acts, String outcome) {}

  private final Map<Alike, Like> likes = new HashMap<>();

  /** What to tell of it now: null when it is counted only. */
  synchronized @Nullable public LogLine hear(
      String acts, String outcome, LogLine line, long nowNanos) {
    Alike alike = new Alike(acts, outcome);
    Like like = likes.get(alike);
    if (like != null && nowNanos - like.toldNanos < APART_NANOS) {
      like.untold++;
      return null;
    }
    long untold = like == null ? 0 : like.untold;
    Like fresh = new Like();
    fresh.toldNanos = nowNanos;
    likes.put(alike, fresh);
    return untold == 0 ? line : line.with(UNTOLD, untold);
  }

  /** What was counted only, and not told yet. */
  public synchronized List<LogLine> rest() {
    List<LogLine> rest = new ArrayList<>();
    likes.forEach(
        (alike, like) -> {
          if (like.untold > 0) {
            String says = like.untold + " more " + alike.acts + " were " + alike.outcome;
            rest.add(
                LogLine.warn(AuditLog.ROOM, says)
                    .with("outcome", alike.outcome)
                    .with(UNTOLD, like.untold));
          }
        });
    likes.clear();
    return rest;
  }
}
