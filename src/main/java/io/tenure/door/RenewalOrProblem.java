package io.tenure.door;

import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyProblems;
import org.jspecify.annotations.Nullable;

/** What became of one renewal among many: no renewal is a problem, and so are some renewals. */
public record RenewalOrProblem(@Nullable RenewalReply renewal, @Nullable Problem problem) {

  static RenewalOrProblem of(RenewalReply renewal) {
    boolean lives = renewal.outcome() == Outcome.DONE;
    return new RenewalOrProblem(renewal, lives ? null : ReplyProblems.of(renewal));
  }

  /** The token of the lease if it is known to live; else 0. */
  public long livingToken() {
    return renewal == null ? 0 : renewal.livingToken();
  }
}
