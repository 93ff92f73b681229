package io.tenure.door;

import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.HttpStatus;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyProblems;
import org.jspecify.annotations.Nullable;

/** What a shard's answer means to a caller at a door. */
public final class CallResults {

  /** Why an answer says that nothing was done. */
  private static final class Problems implements CallResult.Cases<Problem> {
    @Override
    public Problem said(Reply reply) {
      return ReplyProblems.of(reply);
    }

    @Override
    public Problem busy(long retryAfterMillis) {
      return Problem.of(Outcome.BUSY, "too much waits already; nothing was applied")
          .retryAfter(retryAfterMillis);
    }

    @Override
    public Problem elsewhere() {
      return Problem.of(
              Outcome.UNAVAILABLE,
              "this server does not own the shard now: it starts, stops, or stands by for another;"
                  + " nothing was applied")
          .retryAfter(Problem.RETRY_LATER_MILLIS);
    }

    @Override
    public Problem unknown() {
      return Problem.of(Outcome.UNKNOWN, "may have been applied; ask again with the same requestId")
          .retryAfter(Problem.RETRY_LATER_MILLIS);
    }
  }

  private static final Problems PROBLEMS = new Problems();

  private CallResults() {}

  /** Null when it was done. */
  public static @Nullable Problem problem(CallResult answer) {
    return answer.outcome() == Outcome.DONE ? null : answer.accept(PROBLEMS);
  }

  /** The reply of an answer that {@link #problem} has nothing against. */
  public static Reply reply(CallResult answer) {
    return ((CallResult.Said) answer).reply();
  }

  /** As HTTP says it, and every door of ours. */
  public static int status(Reply reply) {
    return reply.begins() ? HttpStatus.CREATED : HttpStatus.OK;
  }
}
