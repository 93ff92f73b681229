package io.tenure.door;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.ShardFinder;
import io.tenure.shard.Meters;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.ShardState;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.RenewalBatch;
import io.tenure.shard.call.WatchSubscriber;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes each request of a protocol or a page to its shard; there is no other way to a shard. The
 * gateway knows the caller, decides whether an operation may begin, finds the shard, and reports
 * the acts of operators to the audit. May be used from any thread.
 */
public final class Gateway {

  private static final Problem STOPPING =
      Problem.of(Outcome.UNAVAILABLE, "the server stops; nothing was applied")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  private static final Problem FORBIDDEN =
      Problem.of(
          Outcome.FORBIDDEN,
          "the setting http.breaking of this server is off: operators may change nothing here");

  private final ShardRouter router;
  private final GatewayOptions options;
  private final ShardFinder finder;
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
   * Returns why the caller may not begin the operation now; null when the caller may. To be called
   * before anything else of the request is read.
   *
   * @param name the target of the operation, as the caller spelled it
   */
  public @Nullable Problem refusal(Caller caller, Operation operation, String name) {
    if (draining) {
      return STOPPING;
    }
    if (operation.permission().isOperators() && !options.breaking()) {
      options.audit().forbade(caller, operation, name);
      return FORBIDDEN;
    }
    return null;
  }

  /**
   * Sends the request to its shard. Throws when the request is one of an operator, and operators
   * may not send it here.
   */
  public Call ask(Caller caller, Request.Routed request) {
    return request instanceof OperatorRequest act
        ? act(caller, act)
        : router.ask(request.shard(finder), request);
  }

  private Call act(Caller caller, OperatorRequest act) {
    if (!options.breaking()) {
      options.audit().forbade(caller, act.operation(), "");
      throw new ProblemException(FORBIDDEN);
    }
    Call call = router.ask(act.shard(finder), act);
    call.answer().onSuccess(answer -> options.audit().acted(caller, act, answer));
    return call;
  }

  /** Asks one shard for its part of a request to many shards. */
  public Call ask(Caller caller, int shard, PerShardRequest part) {
    return router.ask(shard, part);
  }

  /** Begins a watch. The watch ends when its call is withdrawn, or its follower is cut. */
  public Call watch(
      Caller caller, int shard, PerShardRequest.Watch request, WatchSubscriber follower) {
    return router.watch(shard, request, follower);
  }

  /** Sends the batch to the shards unchanged: the path of renewals has no other step here. */
  public void renew(RenewalBatch batch) {
    router.renew(batch);
  }

  /** Reports that the caller has gone, and that the reply to its request never arrived. */
  public void letGo(Request request, Reply reply) {
    router.letGo(request, reply);
  }

  /** Returns why the request was not done; null when the request was done. */
  public @Nullable Problem problem(Request request, CallResult answer) {
    Problem elsewhere =
        answer instanceof CallResult.Elsewhere
                && request instanceof OperatorRequest.EndQuarantine asked
            ? ShardListWriter.elsewhere(router.states(), asked)
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

  public int shards() {
    return router.shards();
  }

  public int shardOf(Key key) {
    return router.shardOf(key);
  }

  /** Returns the shard of a lease, or the home shard of a session. */
  public int shardOf(LeaseId id) {
    return router.shardOf(id);
  }

  /** Returns the number of shards that this server serves at the moment. */
  public int serving() {
    return router.serving();
  }

  /** Returns the state of each shard, as this server knows it. */
  public List<ShardState> states() {
    return router.states();
  }

  public Meters meters() {
    return router.meters();
  }
}
