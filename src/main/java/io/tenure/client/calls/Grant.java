package io.tenure.client.calls;

import io.tenure.api.Value;
import io.tenure.wire.ServerMessage;
import org.jspecify.annotations.Nullable;

/**
 * A lease as the server granted it. Only a caller that has the leaseId renews it.
 *
 * @param leaseId a credential: keep it out of logs
 * @param slot its slot number, -1 in other modes
 */
public record Grant(
    String leaseId,
    String key,
    String holder,
    long token,
    ValidityInfo validity,
    int slot,
    @Nullable Value value) {

  static Grant of(ServerMessage message) {
    return new Grant(
        message.text("leaseId"),
        message.text("key"),
        message.text("holder"),
        message.number("token"),
        ValidityInfo.of(message),
        (int) message.number("slot", -1),
        message.value());
  }

  public Grant with(ValidityInfo other) {
    return new Grant(leaseId, key, holder, token, other, slot, value);
  }

  /** Leaves out the leaseId. */
  @Override
  public String toString() {
    return "Grant[key=" + key + ", holder=" + holder + ", token=" + token + "]";
  }
}
