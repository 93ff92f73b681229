package io.tenure.client.calls;

import io.tenure.api.Operation;
import io.tenure.wire.ClientRequest;
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
public record BreakRequest(
    String key, long token, @Nullable Duration grace, boolean atEndOfTtl, String reason) {

  /** Whoever holds it, at once. */
  public static BreakRequest now(String key, String reason) {
    return new BreakRequest(key, 0, null, false, reason);
  }

  public BreakRequest withToken(long seen) {
    return new BreakRequest(key, seen, grace, atEndOfTtl, reason);
  }

  public BreakRequest withGrace(Duration still) {
    return new BreakRequest(key, token, still, false, reason);
  }

  public BreakRequest whenItsTtlEnds() {
    return new BreakRequest(key, token, null, true, reason);
  }

  ClientRequest ask() {
    ClientRequest ask =
        ClientRequest.of(Operation.BREAK)
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
