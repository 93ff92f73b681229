package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import java.time.Duration;

/**
 * The result of an operator's request to end a quarantine.
 *
 * @param ended false: there was none
 * @param remaining the time that the quarantine would have lasted
 * @param doubt the word for the reason of the quarantine
 */
public record EndQuarantineResult(boolean ended, Duration remaining, String doubt) {

  static EndQuarantineResult of(ServerMessage message) {
    return new EndQuarantineResult(
        message.flag("ended"),
        Duration.ofMillis(message.number("remainingMs")),
        message.text("doubt"));
  }
}
