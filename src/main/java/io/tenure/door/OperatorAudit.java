package io.tenure.door;

import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.shard.call.CallResult;

/** Hears of what operators do to the leases of others, by any protocol. Called on any loop. */
public interface OperatorAudit {

  OperatorAudit NOBODY =
      new OperatorAudit() {
        @Override
        public void acted(Caller caller, OperatorRequest request, CallResult answer) {}

        @Override
        public void forbade(Caller caller, Operation operation, String name) {}
      };

  /** The act may have been refused: {@code answer} says. */
  void acted(Caller caller, OperatorRequest request, CallResult answer);

  /** A caller asked for {@code operation} on {@code name} where operators may change nothing. */
  void forbade(Caller caller, Operation operation, String name);
}
