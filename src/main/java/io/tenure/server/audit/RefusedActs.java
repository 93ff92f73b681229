package io.tenure.server.audit;

import io.tenure.server.log.LogLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limits the audit of operators' requests that had no effect, such as a refused break. Of those
 * with the same outcome one in ten minutes is reported, with the number of similar ones since.
 * Without this limit, a caller that asks in a loop would push the real acts out of the audit. May
 * be used by any thread.
 */
public final class RefusedActs {

  public static final long APART_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final String UNTOLD = "untold";

  private static final class Like {
    long toldNanos;
    long untold;
  }

  /** {@code acts}: the kind of request, in the plural. There are a few of these. */
  private record Alike(String acts, String outcome) {}

  private final Map<Alike, Like> likes = new HashMap<>();

  /** The line to report now: null when the act is only counted. */
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

  /** The acts that were only counted, and not reported yet. */
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
