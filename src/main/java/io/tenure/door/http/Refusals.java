package io.tenure.door.http;

import io.tenure.core.Invalid;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Problem;
import io.tenure.wire.Refusal;
import java.util.function.Consumer;

/** What is told of what was thrown: of a mistake of ours never more than that it was one. */
final class Refusals {

  private final Consumer<Throwable> mistakes;

  Refusals(Consumer<Throwable> mistakes) {
    this.mistakes = mistakes;
  }

  /** Does it, or refuses the exchange: an answer that fails must not hold up those behind it. */
  void guard(Exchange exchange, Runnable deed) {
    try {
      deed.run();
    } catch (RuntimeException thrown) {
      exchange.refuse(problem(thrown));
    }
  }

  Problem problem(Throwable thrown) {
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
