package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import java.time.Duration;

/**
 * For how long a lease or a session is good, counted from before the request was sent that this
 * answers.
 *
 * @param ttl as it was asked for
 * @param validFor as it was granted: less when a break or the maxLifetime cuts it short. For a
 *     lease that lives with a session, until one of them ends it before; zero when neither does
 * @param renewAfter when the server wants to hear of it again
 * @param safety how long before its end the holder must have stopped
 */
public record LocalValidity(Duration ttl, Duration validFor, Duration renewAfter, Duration safety) {

  static LocalValidity of(ServerMessage message) {
    return new LocalValidity(
        Duration.ofMillis(message.number("ttlMs")),
        Duration.ofMillis(message.number("validForMs")),
        Duration.ofMillis(message.number("renewAfterMs")),
        Duration.ofMillis(message.number("safetyMs")));
  }
}
