package io.tenure.client.error;

import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.client.transport.NoAnswerException;
import io.tenure.wire.MalformedAnswerException;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Translates what a transport throws to the exceptions that users of the client catch.
 *
 * @hidden for this module
 */
@SuppressWarnings("exports")
public final class ClientErrors {

  private ClientErrors() {}

  /** Translates {@code thrown}. {@code about}: the key or the fence of the request. */
  public static Throwable translated(String about, Throwable thrown) {
    if (thrown instanceof ProblemException refusal) {
      return refused(about, refusal.problem());
    }
    if (thrown instanceof NoAnswerException unreachable) {
      return new UnreachableException(
          unreachable.getMessage() == null ? "no answer" : unreachable.getMessage(), unreachable);
    }
    return thrown instanceof MalformedAnswerException garbled
        ? new UnreachableException("the answer cannot be read: " + garbled.getMessage(), garbled)
        : thrown;
  }

  public static TenureException refused(String about, Problem problem) {
    return problem.code() == Outcome.HELD
        ? new HeldException(about, problem)
        : new RefusedException(problem);
  }

  static long number(Problem problem, String name, long otherwise) {
    Object fact = problem.more().get(name);
    return fact instanceof Number number ? number.longValue() : otherwise;
  }

  public static OptionalInt shard(long number) {
    return number == Reply.NO_SHARD ? OptionalInt.empty() : OptionalInt.of((int) number);
  }

  /** The problem with which the server refused; null if it did not refuse. */
  static @Nullable Problem of(Throwable thrown) {
    return thrown instanceof ProblemException refusal ? refusal.problem() : null;
  }
}
