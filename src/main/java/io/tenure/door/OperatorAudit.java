package io.tenure.door;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.api.Request;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.Problem;

/** Hears of what operators do to the leases of others, at any door. Called on any loop. */
public interface OperatorAudit {

  OperatorAudit NOBODY =
      new OperatorAudit() {
        @Override
        public void acted(String from, Request.ByOperator request, CallResult answer) {}

        @Override
        public void forbade(String from, Operation operation, String name) {}
      };

  /** What an operator is told where operators may change nothing. */
  Problem FORBIDDEN =
      Problem.of(
          Outcome.FORBIDDEN,
          "operators may change nothing on this server: it runs with the setting breaking off");

  /** {@code from}: the address of the caller. It may have been refused: {@code answer} says. */
  void acted(String from, Request.ByOperator request, CallResult answer);

  /** A caller asked to do {@code op} to {@code name} where operators may change nothing. */
  void forbade(String from, Operation operation, String name);
}
