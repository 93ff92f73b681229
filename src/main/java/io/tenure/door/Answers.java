package io.tenure.door;

import io.tenure.core.Invalid;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.shard.Answer;
import io.tenure.shard.Leases;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Problem;
import io.tenure.wire.Refusal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a shard's answer means to whoever stands at a door. */
public final class Answers {

  private static final int OK = 200;
  private static final int CREATED = 201;

  private Answers() {}

  /** The same, with what the case adds. */
  public static @Nullable Problem problem(Leases leases, Request request, Answer answer) {
    Problem elsewhere =
        answer instanceof Answer.Elsewhere && request instanceof Request.EndQuarantine asked
            ? ShardList.elsewhere(leases.states(), asked)
            : null;
    return elsewhere == null ? problem(answer) : elsewhere;
  }

  /** Null when it was done. */
  public static @Nullable Problem problem(Answer answer) {
    if (answer instanceof Answer.Said said) {
      return said.reply() instanceof Reply.Renewed renewed && renewed.results().size() == 1
          ? Problem.of(renewed.results().get(0))
          : Problem.of(said.reply());
    }
    if (answer instanceof Answer.Busy busy) {
      return Problem.of(ErrorCode.BUSY, "too much waits already; nothing was applied")
          .retryAfter(busy.retryAfterMillis());
    }
    if (answer instanceof Answer.Elsewhere) {
      return Problem.of(
              ErrorCode.UNAVAILABLE,
              "this server does not own the shard now: it starts, stops, or stands by for another;"
                  + " nothing was applied")
          .retryAfter(Problem.RETRY_LATER_MILLIS);
    }
    return Problem.of(ErrorCode.UNKNOWN, "may have been applied; ask again with the same requestId")
        .retryAfter(Problem.RETRY_LATER_MILLIS);
  }

  /** The reply of an answer that {@link #problem} has nothing against. */
  public static Reply reply(Answer answer) {
    return ((Answer.Said) answer).reply();
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
    if (thrown instanceof Invalid invalid) {
      return Problem.of(invalid);
    }
    if (thrown instanceof Refusal refusal) {
      return refusal.problem();
    }
    mistakes.accept(thrown);
    return Problem.of(ErrorCode.INTERNAL, "a mistake of the server; the outcome is not known");
  }
}
