package io.tenure.door.http;

import io.tenure.door.CallResults;
import io.tenure.wire.Problem;
import java.util.function.Consumer;

/** What is told of what was thrown: of a mistake of ours never more than that it was one. */
final class ErrorResponder {

  private final Consumer<Throwable> mistakes;

  ErrorResponder(Consumer<Throwable> mistakes) {
    this.mistakes = mistakes;
  }

  /** Does it, or refuses the exchange: an answer that fails must not hold up those behind it. */
  void guard(HttpExchange exchange, Runnable deed) {
    try {
      deed.run();
    } catch (RuntimeException thrown) {
      exchange.refuse(problem(thrown));
    }
  }

  Problem problem(Throwable thrown) {
    return CallResults.problem(thrown, mistakes);
  }
}
