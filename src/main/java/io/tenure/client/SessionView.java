package io.tenure.client;

import io.tenure.wire.Answer;

/** Whose session it is, and for how long still. */
public record SessionView(String holder, Validity validity) {

  static SessionView of(Answer answer) {
    return new SessionView(answer.text("holder"), Validity.of(answer));
  }
}
