package io.tenure.client;

import io.tenure.wire.Answer;
import java.time.Duration;

/**
 * What came of an operator's wish to end a quarantine.
 *
 * @param ended false: there was none
 * @param remaining for how long it would have lasted
 * @param doubt the word for why there was one
 */
public record QuarantineEnd(boolean ended, Duration remaining, String doubt) {

  static QuarantineEnd of(Answer answer) {
    return new QuarantineEnd(
        answer.flag("ended"),
        Duration.ofMillis(answer.number("remainingMs")),
        answer.text("doubt"));
  }
}
