package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;

/** Whose session it is, and for how long still. */
public record SessionInfo(String holder, LocalValidity validity) {

  static SessionInfo of(ServerMessage message) {
    return new SessionInfo(message.text("holder"), LocalValidity.of(message));
  }
}
