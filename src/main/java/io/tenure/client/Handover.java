package io.tenure.client;

import io.tenure.wire.Answer;
import org.jspecify.annotations.Nullable;

/**
 * That a key was handed on under a new token.
 *
 * @param leaseId of the new lease, for the caller to pass on; null when the next holder was waiting
 *     for the key and was told itself
 * @param validity of the new lease; null with the leaseId
 */
public record Handover(
    String holder, long token, @Nullable String leaseId, @Nullable Validity validity) {

  static Handover of(Answer answer) {
    String leaseId = answer.textOrNull("leaseId");
    return new Handover(
        answer.text("holder"),
        answer.number("token"),
        leaseId,
        leaseId == null ? null : Validity.of(answer));
  }

  /** Without the leaseId. */
  @Override
  public String toString() {
    return "Handover[holder=" + holder + ", token=" + token + "]";
  }
}
