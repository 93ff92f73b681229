package io.tenure.client.calls;

import io.tenure.api.Operation;
import io.tenure.wire.ClientRequest;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An operator's request to end the tenures of a key: at once, unless there is a grace.
 *
 * @param token the token that the operator saw; 0: of any holder
 * @param grace the time that is left to the holder; null: none
 * @param atEndOfTtl when its ttl ends, and not before
 */
public record BreakRequest(
    String key, long token, @Nullable Duration grace, boolean atEndOfTtl, String reason) {

  /** Breaks the tenures of any holder, at once. */
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
