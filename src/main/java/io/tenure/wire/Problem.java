package io.tenure.wire;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Outcome;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal in the form of RFC 9457. {@code more} contains the further fields of this kind of
 * problem, in order: texts, numbers and booleans.
 */
public record Problem(
    Outcome code,
    String detail,
    @Nullable String field,
    long retryAfterMillis,
    Map<String, Object> more) {

  /** Gives no advice when to try again. */
  public static final long NO_RETRY = -1;

  /** The field that distinguishes a quarantine from a lock-delay. */
  public static final String QUARANTINED_SHARD = "quarantinedShard";

  /**
   * For a limit that is reached or a shard that is unavailable: soon enough, and callers do not
   * return all at once.
   */
  public static final long RETRY_LATER_MILLIS = 1_000;

  /** For an answer that depends on the store, which takes milliseconds. */
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
    if (invalid.outcome() != Outcome.INVALID) {
      return of(invalid.outcome(), invalid.field(), invalid.remedy());
    }
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

  /** The URN of this kind of problem; there is no page behind it. */
  public String type() {
    return "urn:tenure:problem:" + code.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
