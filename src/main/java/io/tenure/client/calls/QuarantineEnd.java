package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import java.time.Duration;

/**
 * What came of an operator's wish to end a quarantine.
 *
 * @param ended false: there was none
 * @param remaining for how long it would have lasted
 * @param doubt the word for why there was one
 */
public record QuarantineEnd(boolean ended, Duration remaining, String doubt) {

  static QuarantineEnd of(ServerMessage message) {
    return new QuarantineEnd(
        message.flag("ended"),
        Duration.ofMillis(message.number("remainingMs")),
        message.text("doubt"));
  }
}
