package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;

/**
 * A session as the server opened it. Only a caller that has the sessionId keeps it alive.
 *
 * @param sessionId a credential: keep it out of logs
 */
public record SessionGrant(String sessionId, String holder, ValidityInfo validity) {

  static SessionGrant of(ServerMessage message) {
    return new SessionGrant(
        message.text("sessionId"), message.text("holder"), ValidityInfo.of(message));
  }

  /** Leaves out the sessionId. */
  @Override
  public String toString() {
    return "SessionGrant[holder=" + holder + "]";
  }
}
