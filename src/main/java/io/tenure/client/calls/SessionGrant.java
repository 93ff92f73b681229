package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;

/**
 * A session as the server opened it. Nobody keeps it alive but who has the sessionId.
 *
 * @param sessionId a credential: keep it out of logs
 */
public record SessionGrant(String sessionId, String holder, LocalValidity validity) {

  static SessionGrant of(ServerMessage message) {
    return new SessionGrant(
        message.text("sessionId"), message.text("holder"), LocalValidity.of(message));
  }

  /** Without the sessionId. */
  @Override
  public String toString() {
    return "SessionGrant[holder=" + holder + "]";
  }
}
