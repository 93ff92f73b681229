package io.tenure.view;

import io.tenure.api.Outcome;
import io.tenure.api.RenewalCode;
import io.tenure.wire.Spelling;

/** Spells outcomes as the values of labels. */
final class OutcomeLabel {

  private OutcomeLabel() {}

  static String of(Outcome outcome) {
    return Spelling.of(outcome);
  }

  /**
   * Spells the outcome of a renewal, which distinguishes a transferred lease from a released one.
   */
  static String ofRenewal(long code) {
    return code == RenewalCode.TRANSFERRED ? "transferred" : of(Outcome.ofRenewal(code));
  }
}
