package io.tenure.door;

import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyProblems;
import org.jspecify.annotations.Nullable;

/**
 * Converts the result of a call to a shard into the problem or the reply that the caller receives.
 */
public final class ResultProblems {

  /** The problem for each kind of result. */
  private static final class Problems implements CallResult.Cases<Problem> {
    @Override
    public Problem said(Reply reply) {
      return ReplyProblems.of(reply);
    }

    @Override
    public Problem busy(long retryAfterMillis) {
      return Problem.of(Outcome.BUSY, "too many requests wait already; nothing was applied")
          .retryAfter(retryAfterMillis);
    }

    @Override
    public Problem elsewhere() {
      return Problem.of(
              Outcome.UNAVAILABLE,
              "this server does not own the shard now: it starts, stops or is a standby; nothing"
                  + " was applied; try again, or ask another server")
          .retryAfter(Problem.RETRY_LATER_MILLIS);
    }

    @Override
    public Problem unknown() {
      return Problem.of(Outcome.UNKNOWN, "may have been applied; ask again with the same requestId")
          .retryAfter(Problem.RETRY_LATER_MILLIS);
    }
  }

  private static final Problems PROBLEMS = new Problems();

  private ResultProblems() {}

  /** Returns why the request was not done; null when the request was done. */
  public static @Nullable Problem problem(CallResult answer) {
    return answer.outcome() == Outcome.DONE ? null : answer.accept(PROBLEMS);
  }

  /** Returns the reply. Call this method only when {@link #problem} returned null. */
  public static Reply reply(CallResult answer) {
    return ((CallResult.Said) answer).reply();
  }

  /** Returns the status that HTTP and every other protocol of this server use for the reply. */
  public static int status(Reply reply) {
    return reply.begins() ? OutcomeHttpStatus.CREATED : OutcomeHttpStatus.OK;
  }
}
