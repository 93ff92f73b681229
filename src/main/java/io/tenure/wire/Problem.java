package io.tenure.wire;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Outcome;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal as the wire tells it (RFC 9457). {@code more} is what the case adds, in order: texts,
 * numbers, truths.
 */
public record Problem(
    Outcome code,
    String detail,
    @Nullable String field,
    long retryAfterMillis,
    Map<String, Object> more) {

  /** No advice. */
  public static final long NO_RETRY = -1;

  /** The field that tells a quarantine from a lock-delay. */
  public static final String QUARANTINED_SHARD = "quarantinedShard";

  /** When a limit is reached, or a shard is unavailable: soon enough, and no stampede. */
  public static final long RETRY_LATER_MILLIS = 1_000;

  /** What the store must answer first takes milliseconds. */
  public static final long RETRY_SOON_MILLIS = 50;

  public static Problem of(Outcome code, String detail) {
    return new Problem(code, detail, null, NO_RETRY, Map.of());
  }

  public static Problem of(Outcome code, @Nullable String field, String remedy) {
    String detail = field == null || field.isEmpty() ? remedy : field + ": " + remedy;
    String named = field == null || field.isEmpty() ? null : field;
    return new Problem(code, detail, named, NO_RETRY, Map.of());
  }

  public static Problem of(InvalidFieldException invalid) {
    return new Problem(
        Outcome.INVALID,
        invalid.field() + " " + invalid.remedy(),
        invalid.field(),
        NO_RETRY,
        Map.of());
  }

  public Problem with(String name, Object fact) {
    Map<String, Object> all = new LinkedHashMap<>(more);
    all.put(name, fact);
    return new Problem(code, detail, field, retryAfterMillis, all);
  }

  public Problem retryAfter(long millis) {
    return new Problem(code, detail, field, millis, more);
  }

  /** Names the kind of problem; leads nowhere. */
  public String type() {
    return "urn:tenure:problem:" + code.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
