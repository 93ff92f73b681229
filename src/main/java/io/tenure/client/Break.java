package io.tenure.client;

import io.tenure.wire.Ask;
import io.tenure.wire.Op;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An operator's wish to end whoever holds a key: at once, unless there is a grace.
 *
 * @param token as the operator saw it; 0: whoever holds it
 * @param grace for how long still; null: none
 * @param atEndOfTtl when its ttl ends, and not before
 */
public record Break(
    String key, long token, @Nullable Duration grace, boolean atEndOfTtl, String reason) {

  /** Whoever holds it, at once. */
  public static Break now(String key, String reason) {
    return new Break(key, 0, null, false, reason);
  }

  public Break withToken(long seen) {
    return new Break(key, seen, grace, atEndOfTtl, reason);
  }

  public Break withGrace(Duration still) {
    return new Break(key, token, still, false, reason);
  }

  public Break whenItsTtlEnds() {
    return new Break(key, token, null, true, reason);
  }

  Ask ask() {
    Ask ask =
        Ask.of(Op.BREAK)
            .with("key", key)
            .with("token", token == 0 ? null : token)
            .with("reason", reason.isEmpty() ? null : reason)
            .with("requestId", UUID.randomUUID().toString());
    if (atEndOfTtl) {
      return ask.with("grace", "ttl");
    }
    return grace == null ? ask : ask.withMillis("grace", grace.toMillis());
  }
}
