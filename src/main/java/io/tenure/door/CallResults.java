package io.tenure.door;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a shard's answer means to whoever stands at a door. */
public final class CallResults {

  private static final int OK = 200;
  private static final int CREATED = 201;

  private CallResults() {}

  /** The same, with what the case adds. */
  public static @Nullable Problem problem(ShardRouter router, Request request, CallResult answer) {
    Problem elsewhere =
        answer instanceof CallResult.Elsewhere && request instanceof Request.EndQuarantine asked
            ? ShardListWriter.elsewhere(router.states(), asked)
            : null;
    return elsewhere == null ? problem(answer) : elsewhere;
  }

  /** Null when it was done. */
  public static @Nullable Problem problem(CallResult answer) {
    if (answer instanceof CallResult.Said said) {
      return said.reply() instanceof Reply.Renewed renewed && renewed.results().size() == 1
          ? Problem.of(renewed.results().get(0))
          : Problem.of(said.reply());
    }
    if (answer instanceof CallResult.Busy busy) {
      return Problem.of(Outcome.BUSY, "too much waits already; nothing was applied")
          .retryAfter(busy.retryAfterMillis());
    }
    if (answer instanceof CallResult.Elsewhere) {
      return Problem.of(
              Outcome.UNAVAILABLE,
              "this server does not own the shard now: it starts, stops, or stands by for another;"
                  + " nothing was applied")
          .retryAfter(Problem.RETRY_LATER_MILLIS);
    }
    return Problem.of(Outcome.UNKNOWN, "may have been applied; ask again with the same requestId")
        .retryAfter(Problem.RETRY_LATER_MILLIS);
  }

  /** The reply of an answer that {@link #problem} has nothing against. */
  public static Reply reply(CallResult answer) {
    return ((CallResult.Said) answer).reply();
  }

  /** As HTTP says it, and every door of ours. */
  public static int status(Reply reply) {
    boolean made =
        reply instanceof Reply.Granted granted && !granted.repeated()
            || reply instanceof Reply.SessionOpened opened && !opened.repeated();
    return made ? CREATED : OK;
  }

  /** What is told of what was thrown: of a mistake of ours never more than that it was one. */
  public static Problem problem(Throwable thrown, Consumer<Throwable> mistakes) {
    if (thrown instanceof InvalidFieldException invalid) {
      return Problem.of(invalid);
    }
    if (thrown instanceof ProblemException refusal) {
      return refusal.problem();
    }
    mistakes.accept(thrown);
    return Problem.of(Outcome.INTERNAL, "a mistake of the server; the outcome is not known");
  }
}
