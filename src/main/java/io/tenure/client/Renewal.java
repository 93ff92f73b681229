package io.tenure.client;

import io.tenure.wire.Answer;

/**
 * That a lease or a session was renewed.
 *
 * @param breaking an operator ends it when this validity does, whatever is sent
 */
public record Renewal(long token, Validity validity, boolean breaking) {

  static Renewal of(Answer answer) {
    return new Renewal(answer.number("token", 0), Validity.of(answer), answer.flag("breaking"));
  }
}
