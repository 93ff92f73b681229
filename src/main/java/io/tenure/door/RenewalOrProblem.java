package io.tenure.door;

import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyProblems;
import org.jspecify.annotations.Nullable;

/**
 * The result of one renewal among many: a reply, a problem, or both when the reply is a refusal.
 */
public record RenewalOrProblem(@Nullable RenewalReply renewal, @Nullable Problem problem) {

  static RenewalOrProblem of(RenewalReply renewal) {
    boolean lives = renewal.outcome() == Outcome.DONE;
    return new RenewalOrProblem(renewal, lives ? null : ReplyProblems.of(renewal));
  }

  /** Returns the token of the lease if the lease is known to live; else 0. */
  public long livingToken() {
    return renewal == null ? 0 : renewal.livingToken();
  }
}
