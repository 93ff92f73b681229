package io.tenure.door.http;

import io.tenure.door.Gateway;
import io.tenure.wire.Problem;

/** Answers what was thrown: of a mistake of ours never more than that it was one. */
final class ErrorResponder {

  private final Gateway gateway;

  ErrorResponder(Gateway gateway) {
    this.gateway = gateway;
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
    return gateway.problem(thrown);
  }
}
