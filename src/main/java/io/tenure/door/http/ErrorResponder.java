package io.tenure.door.http;

import io.tenure.door.Gateway;
import io.tenure.wire.Problem;

/**
 * Answers requests that failed with an exception. A mistake of the server is reported without
 * details.
 */
final class ErrorResponder {

  private final Gateway gateway;

  ErrorResponder(Gateway gateway) {
    this.gateway = gateway;
  }

  /**
   * Runs the action, or refuses the exchange: an answer that fails must not delay later answers.
   */
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
