package io.tenure.door;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Request;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each request of a protocol or a page whether its operation may begin. Protocols and
 * pages reach shards only by the {@link AdmittedOperation} that the gateway then gives. May be used
 * from any thread.
 */
public final class Gateway {

  private static final Problem FORBIDDEN =
      Problem.of(
          Outcome.FORBIDDEN,
          "the setting http.breaking of this server is off: operators may change nothing here");

  /** Operators watch a server until it has stopped. */
  private static final Set<Operation> WHILE_STOPPING =
      EnumSet.of(Operation.HEALTH, Operation.METRICS);

  private final ShardRouter router;
  private final GatewayOptions options;
  private final LocalShardFinder finder;
  private volatile boolean draining;

  public Gateway(ShardRouter router, GatewayOptions options) {
    this.router = router;
    this.options = options;
    finder = new LocalShardFinder(router);
  }

  /** Lets no further operation begin. Operations under way go on, in all their parts. */
  public void drain() {
    draining = true;
  }

  public boolean draining() {
    return draining;
  }

  /**
   * Admits an operation of a caller, before anything else of its request is read. Throws a {@link
   * ProblemException} when the operation may not begin now.
   *
   * @param name the target of the operation, as the caller spelled it
   */
  public AdmittedOperation admit(Caller caller, Operation operation, String name) {
    if (draining && !WHILE_STOPPING.contains(operation)) {
      throw new ProblemException(ServerStoppingProblems.REQUEST);
    }
    if (operation.permission().isOperators() && !options.breaking()) {
      options.audit().forbade(caller, operation, name);
      throw new ProblemException(FORBIDDEN);
    }
    return new AdmittedOperation(router, options.audit(), finder, caller, operation);
  }

  /** Returns why the request was not done; null when the request was done. */
  public @Nullable Problem problem(Request request, CallResult answer) {
    Problem elsewhere =
        answer instanceof CallResult.Elsewhere
                && request instanceof OperatorRequest.EndQuarantine asked
            ? ShardListWriter.elsewhere(router.reports(), asked)
            : null;
    return elsewhere == null ? ResultProblems.problem(answer) : elsewhere;
  }

  /**
   * Converts an exception into the problem that the caller receives. A mistake of the server is
   * reported without details.
   */
  public Problem problem(Throwable thrown) {
    if (thrown instanceof InvalidFieldException invalid) {
      return Problem.of(invalid);
    }
    if (thrown instanceof ProblemException refusal) {
      return refusal.problem();
    }
    options.mistakes().accept(thrown);
    return Problem.of(Outcome.INTERNAL, "a mistake of the server; the outcome is not known");
  }

  /** Returns the log that receives every answered request. */
  public RequestLog requests() {
    return options.requests();
  }
}
