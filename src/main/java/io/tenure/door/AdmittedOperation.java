package io.tenure.door;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.Meters;
import io.tenure.shard.ShardReport;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.Follower;
import io.tenure.shard.call.RenewalBatch;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One operation of one caller that may go on, and its way to the shards. Only {@link Gateway#admit}
 * makes it. The operation goes on in all its parts, even when the server stops meanwhile. May be
 * used from any thread.
 */
public final class AdmittedOperation {

  /** The other operations that an operation consists of. */
  private static final Map<Operation, Set<Operation>> PARTS =
      Map.of(
          Operation.RENEW_MANY, EnumSet.of(Operation.RENEW),
          Operation.WATCH, EnumSet.of(Operation.LOOK, Operation.LIST, Operation.INSPECT),
          Operation.HEALTH, EnumSet.of(Operation.SHARDS),
          Operation.DASHBOARD,
              EnumSet.of(
                  Operation.QUERY,
                  Operation.WATCH,
                  Operation.LOOK,
                  Operation.READ_FENCE,
                  Operation.METRICS));

  private final ShardRouter router;
  private final OperatorAudit audit;
  private final LocalShardFinder finder;
  private final Caller caller;
  private final Operation operation;

  AdmittedOperation(
      ShardRouter router,
      OperatorAudit audit,
      LocalShardFinder finder,
      Caller caller,
      Operation operation) {
    this.router = router;
    this.audit = audit;
    this.finder = finder;
    this.caller = caller;
    this.operation = operation;
  }

  public Caller caller() {
    return caller;
  }

  public Operation operation() {
    return operation;
  }

  /** Sends the request to its shard, and reports the act of an operator to the audit. */
  public Call ask(Request.Routed request) {
    check(request.operation());
    Call call = router.ask(request.shard(finder), request);
    if (request instanceof OperatorRequest act) {
      call.answer().onSuccess(answer -> audit.acted(caller, act, answer));
    }
    return call;
  }

  /** Asks one shard for its part of a request to many shards. */
  public Call ask(int shard, PerShardRequest part) {
    check(part.operation());
    return router.ask(shard, part);
  }

  /** Begins a watch. The watch ends when its call is withdrawn, or its follower is cut. */
  public Call watch(int shard, PerShardRequest.Watch request, Follower follower) {
    check(request.operation());
    return router.watch(shard, request, follower);
  }

  /**
   * Returns the way of renewals in batches. It passes a batch on unchanged: a stream is admitted
   * once, when it opens, so that its renewals need no step here.
   */
  public Consumer<RenewalBatch> renewals() {
    check(Operation.RENEW_MANY);
    return router::renew;
  }

  /** Reports that the caller has gone, and that the reply to its request never arrived. */
  public void letGo(Request request, Reply reply) {
    check(request.operation());
    router.letGo(request, reply);
  }

  /** Returns the state of each shard, as this server knows it. */
  public List<ShardReport> reports() {
    check(Operation.SHARDS);
    return router.reports();
  }

  /** Returns the number of shards that this server serves at the moment. */
  public int serving() {
    check(Operation.SHARDS);
    return router.serving();
  }

  public Meters meters() {
    check(Operation.METRICS);
    return router.meters();
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

  /** Throws when {@code part} is no part of the operation that was admitted. */
  private void check(Operation part) {
    if (part != operation && !PARTS.getOrDefault(operation, Set.of()).contains(part)) {
      throw new IllegalStateException(
          operation + " was admitted, and " + part + " is no part of it");
    }
  }
}
