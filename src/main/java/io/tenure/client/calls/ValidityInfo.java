package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import java.time.Duration;

/**
 * The validity of a lease or a session, counted from before the sending of its request.
 *
 * @param ttl the ttl of the request
 * @param validFor the time that was granted: less when a break or the maxLifetime cuts it short;
 *     for a lease with a session, until a break or the maxLifetime ends it before the session; zero
 *     when neither does
 * @param renewAfter the time after which the server expects the next renewal
 * @param safety how long before its end the holder must have stopped
 */
public record ValidityInfo(Duration ttl, Duration validFor, Duration renewAfter, Duration safety) {

  static ValidityInfo of(ServerMessage message) {
    return new ValidityInfo(
        Duration.ofMillis(message.number("ttlMs")),
        Duration.ofMillis(message.number("validForMs")),
        Duration.ofMillis(message.number("renewAfterMs")),
        Duration.ofMillis(message.number("safetyMs")));
  }
}
