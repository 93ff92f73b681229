package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;

/**
 * The renewal of a lease or a session.
 *
 * @param breaking true if an operator ends it at the end of this validity, in spite of later
 *     renewals
 */
public record Renewal(long token, ValidityInfo validity, boolean breaking) {

  static Renewal of(ServerMessage message) {
    return new Renewal(
        message.number("token", 0), ValidityInfo.of(message), message.flag("breaking"));
  }
}
