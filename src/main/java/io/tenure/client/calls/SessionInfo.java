package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;

/** The holder of a session, and its remaining validity. */
public record SessionInfo(String holder, ValidityInfo validity) {

  static SessionInfo of(ServerMessage message) {
    return new SessionInfo(message.text("holder"), ValidityInfo.of(message));
  }
}
