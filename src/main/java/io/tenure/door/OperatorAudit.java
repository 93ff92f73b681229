package io.tenure.door;

import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.shard.call.CallResult;

/**
 * Receives the acts of operators on the leases of others, through any protocol. Called on any loop.
 */
public interface OperatorAudit {

  OperatorAudit NONE =
      new OperatorAudit() {
        @Override
        public void acted(Caller caller, OperatorRequest request, CallResult answer) {}

        @Override
        public void forbade(Caller caller, Operation operation, String name) {}
      };

  /** Reports an act; {@code answer} says whether the act was refused. */
  void acted(Caller caller, OperatorRequest request, CallResult answer);

  /**
   * Reports that a caller asked for {@code operation} on {@code name}, although operators may
   * change nothing here.
   */
  void forbade(Caller caller, Operation operation, String name);
}
