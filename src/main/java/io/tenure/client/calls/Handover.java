package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import org.jspecify.annotations.Nullable;

/**
 * That a key was handed on under a new token.
 *
 * @param leaseId of the new lease, for the caller to pass on; null when the next holder was waiting
 *     for the key and was told itself
 * @param validity of the new lease; null with the leaseId
 */
public record Handover(
    String holder, long token, @Nullable String leaseId, @Nullable LocalValidity validity) {

  static Handover of(ServerMessage message) {
    String leaseId = message.textOrNull("leaseId");
    return new Handover(
        message.text("holder"),
        message.number("token"),
        leaseId,
        leaseId == null ? null : LocalValidity.of(message));
  }

  /** Without the leaseId. */
  @Override
  public String toString() {
    return "Handover[holder=" + holder + ", token=" + token + "]";
  }
}
