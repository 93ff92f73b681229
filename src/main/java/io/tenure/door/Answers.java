package io.tenure.door;

import io.tenure.core.Renewal;
import io.tenure.core.Reply;
import io.tenure.shard.Answer;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Problem;
import org.jspecify.annotations.Nullable;

/** What a shard's answer means to whoever stands at a door. */
public final class Answers {

  private Answers() {}

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

  static Outcome outcome(Renewal renewal) {
    return renewal instanceof Renewal.Renewed renewed
        ? new Outcome(renewed, null)
        : new Outcome(null, Problem.of(renewal));
  }
}
