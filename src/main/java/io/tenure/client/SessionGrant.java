package io.tenure.client;

import io.tenure.wire.Answer;

/**
 * A session as the server opened it. Nobody keeps it alive but who has the sessionId.
 *
 * @param sessionId a credential: keep it out of logs
 */
public record SessionGrant(String sessionId, String holder, Validity validity) {

  static SessionGrant of(Answer answer) {
    return new SessionGrant(answer.text("sessionId"), answer.text("holder"), Validity.of(answer));
  }

  /** Without the sessionId. */
  @Override
  public String toString() {
    return "SessionGrant[holder=" + holder + "]";
  }
}
