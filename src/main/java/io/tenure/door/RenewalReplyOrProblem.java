package io.tenure.door;

import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyProblems;
import org.jspecify.annotations.Nullable;

/**
 * The result of one renewal among many: a reply, a problem, or both when the reply is a refusal.
 */
public record RenewalReplyOrProblem(@Nullable RenewalReply renewal, @Nullable Problem problem) {

  static RenewalReplyOrProblem of(RenewalReply renewal) {
    boolean lives = renewal.outcome() == Outcome.DONE;
    return new RenewalReplyOrProblem(renewal, lives ? null : ReplyProblems.of(renewal));
  }

  /** Returns the token of the lease if the lease is known to live; else 0. */
  public long livingToken() {
    return renewal == null ? 0 : renewal.livingToken();
  }
}
