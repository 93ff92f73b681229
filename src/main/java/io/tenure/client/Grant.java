package io.tenure.client;

import io.tenure.core.Value;
import io.tenure.wire.Answer;
import org.jspecify.annotations.Nullable;

/**
 * A lease as the server granted it. Nobody renews it but who has the leaseId.
 *
 * @param leaseId a credential: keep it out of logs
 * @param slot its slot number, -1 in other modes
 */
public record Grant(
    String leaseId,
    String key,
    String holder,
    long token,
    Validity validity,
    int slot,
    @Nullable Value value) {

  static Grant of(Answer answer) {
    return new Grant(
        answer.text("leaseId"),
        answer.text("key"),
        answer.text("holder"),
        answer.number("token"),
        Validity.of(answer),
        (int) answer.number("slot", -1),
        answer.value());
  }

  Grant with(Validity other) {
    return new Grant(leaseId, key, holder, token, other, slot, value);
  }

  /** Without the leaseId. */
  @Override
  public String toString() {
    return "Grant[key=" + key + ", holder=" + holder + ", token=" + token + "]";
  }
}
