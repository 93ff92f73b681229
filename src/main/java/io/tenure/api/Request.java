package io.tenure.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to a shard, which answers it with exactly one {@link Reply}. A change with a {@code
 * requestId} may be repeated and has its effect once.
 */
public sealed interface Request permits Request.Routed, PerShardRequest {

  /** Calls the method of {@code cases} for this kind of request. */
  void accept(long ticket, RequestCases cases);

  Operation operation();

  default OperationLabel meterLabel() {
    return operation().meterLabel();
  }

  /** The name of the request; null when it has none, so that a repetition is another request. */
  default @Nullable String requestId() {
    return null;
  }

  /** Whether the caller permits the shard to answer later. */
  default boolean waits() {
    return false;
  }

  /** The lease that the caller gives up with this request; null when it gives up none. */
  default @Nullable LeaseId lettingGo() {
    return null;
  }

  /** A request that determines its own shard. */
  sealed interface Routed extends Request
      permits ForKey, ForLease, ForSession, ForFence, Renew, OpenSession, OperatorRequest {
    int shard(ShardFinder shards);
  }

  /** A request to the shard of its key. */
  sealed interface ForKey extends Routed permits Acquire, Look, OperatorRequest.Break {
    Key key();

    @Override
    default int shard(ShardFinder shards) {
      return shards.of(key());
    }
  }

  /** A request to the shard of its lease. */
  sealed interface ForLease extends Routed {
    LeaseId lease();

    @Override
    default @Nullable LeaseId lettingGo() {
      return operation().givesUpLease() ? lease() : null;
    }

    @Override
    default int shard(ShardFinder shards) {
      return shards.of(lease());
    }
  }

  /** A request to the home shard of its session. */
  sealed interface ForSession extends Routed {
    LeaseId session();

    @Override
    default int shard(ShardFinder shards) {
      return shards.of(session());
    }
  }

  /** A request to the shard of its fence. */
  sealed interface ForFence extends Routed
      permits RaiseFence, ReadFence, OperatorRequest.DropFence {
    String fence();

    @Override
    default int shard(ShardFinder shards) {
      return shards.of(fence());
    }
  }

  /**
   * Acquires {@code key}. The caller does not wait when {@code waitMillis} is 0.
   *
   * @param lifespan the duration of the lease, and the other causes that end it
   */
  record Acquire(
      Key key,
      String holder,
      Mode mode,
      RequestedLifespan lifespan,
      long waitMillis,
      @Nullable String requestId,
      @Nullable Value value)
      implements ForKey {

    public long ttlMillis() {
      return lifespan.ttlMillis();
    }

    public @Nullable LeaseId session() {
      return lifespan.session();
    }

    public long hardTtlMillis() {
      return lifespan.hardTtlMillis();
    }

    public long lockDelayMillis() {
      return lifespan.lockDelayMillis();
    }

    public long maxLifetimeMillis() {
      return lifespan.maxLifetimeMillis();
    }

    /** Returns the same request with another maxLifetime. */
    public Acquire lastingAtMost(long millis) {
      RequestedLifespan other = lifespan.withMaxLifetime(millis);
      return new Acquire(key, holder, mode, other, waitMillis, requestId, value);
    }

    @Override
    public Operation operation() {
      return Operation.ACQUIRE;
    }

    @Override
    public OperationLabel meterLabel() {
      return waits() ? OperationLabel.ACQUIRE_WAITING : OperationLabel.ACQUIRE;
    }

    @Override
    public boolean waits() {
      return waitMillis > 0;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.acquire(ticket, this);
    }

    /** Omits the requestId, because its reader could get the leaseId with it. */
    @Override
    public String toString() {
      return "Acquire[key=" + key + ", holder=" + holder + ", mode=" + mode + "]";
    }
  }

  /**
   * Renews one lease or many, each with its own {@link RenewalReply}. The shard answers a single
   * renewal when the last change of its lease is durable. Among many renewals, the answer of a
   * lease with a change that is not durable yet is {@link RenewalReply.Pending}, so that no lease
   * delays another.
   */
  record Renew(List<LeaseId> leases) implements Routed {
    public static Renew one(LeaseId lease) {
      return new Renew(List.of(lease));
    }

    @Override
    public int shard(ShardFinder shards) {
      return shards.of(leases.get(0));
    }

    @Override
    public Operation operation() {
      return Operation.RENEW;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.renew(ticket, this);
    }
  }

  record Release(LeaseId lease) implements ForLease {
    @Override
    public Operation operation() {
      return Operation.RELEASE;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.release(ticket, this);
    }
  }

  /** Hands the key under a new token to {@code holder}, or to the first waiter when it is null. */
  record Transfer(LeaseId lease, @Nullable String holder, @Nullable String requestId)
      implements ForLease {
    @Override
    public Operation operation() {
      return Operation.TRANSFER;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.transfer(ticket, this);
    }
  }

  record SetValue(LeaseId lease, @Nullable Value value, @Nullable String requestId)
      implements ForLease {
    @Override
    public Operation operation() {
      return Operation.VALUE;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.setValue(ticket, this);
    }
  }

  record Inspect(LeaseId lease) implements ForLease {
    @Override
    public Operation operation() {
      return Operation.INSPECT;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.inspect(ticket, this);
    }
  }

  record Look(Key key) implements ForKey {
    @Override
    public Operation operation() {
      return Operation.LOOK;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.look(ticket, this);
    }
  }

  record OpenSession(String holder, long ttlMillis, @Nullable String requestId) implements Routed {
    @Override
    public int shard(ShardFinder shards) {
      return shards.any(requestId == null ? null : holder + "\n" + requestId);
    }

    @Override
    public Operation operation() {
      return Operation.OPEN_SESSION;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.openSession(ticket, this);
    }

    /** Omits the requestId, because its reader could get the sessionId with it. */
    @Override
    public String toString() {
      return "OpenSession[holder=" + holder + ", ttlMillis=" + ttlMillis + "]";
    }
  }

  record KeepAlive(LeaseId session) implements ForSession {
    @Override
    public Operation operation() {
      return Operation.KEEPALIVE;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.keepAlive(ticket, this);
    }
  }

  record CloseSession(LeaseId session) implements ForSession {
    @Override
    public Operation operation() {
      return Operation.CLOSE_SESSION;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.closeSession(ticket, this);
    }
  }

  record InspectSession(LeaseId session) implements ForSession {
    @Override
    public Operation operation() {
      return Operation.INSPECT_SESSION;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.inspectSession(ticket, this);
    }
  }

  /** Accepts {@code token} at the fence if the fence has seen no larger one, and remembers it. */
  record RaiseFence(String fence, long token) implements ForFence {
    @Override
    public Operation operation() {
      return Operation.RAISE_FENCE;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.raiseFence(ticket, this);
    }
  }

  record ReadFence(String fence) implements ForFence {
    @Override
    public Operation operation() {
      return Operation.READ_FENCE;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.readFence(ticket, this);
    }
  }
}
