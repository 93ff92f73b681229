package io.tenure.client;

import io.tenure.client.transport.Unreachable;
import io.tenure.core.Reply;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Garbled;
import io.tenure.wire.Problem;
import io.tenure.wire.Refusal;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Makes of what a transport throws what users of the client catch. */
final class Problems {

  private Problems() {}

  /** {@code about}: the key or the fence that was asked for. */
  static Throwable translated(String about, Throwable thrown) {
    if (thrown instanceof Refusal refusal) {
      return refused(about, refusal.problem());
    }
    if (thrown instanceof Unreachable unreachable) {
      return new UnreachableException(
          unreachable.getMessage() == null ? "no answer" : unreachable.getMessage(), unreachable);
    }
    return thrown instanceof Garbled garbled
        ? new UnreachableException("the answer cannot be read: " + garbled.getMessage(), garbled)
        : thrown;
  }

  static TenureException refused(String about, Problem problem) {
    return problem.code() == ErrorCode.HELD
        ? new HeldException(about, problem)
        : new RefusedException(problem);
  }

  static long number(Problem problem, String name, long otherwise) {
    Object fact = problem.more().get(name);
    return fact instanceof Number number ? number.longValue() : otherwise;
  }

  static OptionalInt shard(long number) {
    return number == Reply.NO_SHARD ? OptionalInt.empty() : OptionalInt.of((int) number);
  }

  /** What it was refused for; null when it was not. */
  static @Nullable Problem of(Throwable thrown) {
    return thrown instanceof Refusal refusal ? refusal.problem() : null;
  }
}
