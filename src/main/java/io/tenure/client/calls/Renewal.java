package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;

/**
 * That a lease or a session was renewed.
 *
 * @param breaking an operator ends it when this validity does, whatever is sent
 */
public record Renewal(long token, LocalValidity validity, boolean breaking) {

  static Renewal of(ServerMessage message) {
    return new Renewal(
        message.number("token", 0), LocalValidity.of(message), message.flag("breaking"));
  }
}
