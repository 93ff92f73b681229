package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import org.jspecify.annotations.Nullable;

/**
 * The transfer of a key under a new token.
 *
 * @param leaseId the new lease, for the caller to pass on; null when the next holder was waiting
 *     for the key and has got it from the server
 * @param validity the validity of the new lease; null if the leaseId is null
 */
public record Handover(
    String holder, long token, @Nullable String leaseId, @Nullable ValidityInfo validity) {

  static Handover of(ServerMessage message) {
    String leaseId = message.textOrNull("leaseId");
    return new Handover(
        message.text("holder"),
        message.number("token"),
        leaseId,
        leaseId == null ? null : ValidityInfo.of(message));
  }

  /** Leaves out the leaseId. */
  @Override
  public String toString() {
    return "Handover[holder=" + holder + ", token=" + token + "]";
  }
}
