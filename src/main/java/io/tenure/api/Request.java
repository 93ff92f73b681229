package io.tenure.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of a shard. Each is answered by exactly one {@link Reply}; a mutation with a
 * {@code requestId} may be repeated and has its effect once.
 */
public sealed interface Request permits Request.Routed, ShardRequest {

  /** Has the one of {@code cases} decide that is for this kind of request. */
  void accept(long ticket, RequestCases cases);

  Operation operation();

  default MeterLabel meterLabel() {
    return operation().meterLabel();
  }

  /** Null when the request has none: then a repetition is another request. */
  default @Nullable String requestId() {
    return null;
  }

  /** Whether a tenure lives by it: then it is heard before all else. */
  default boolean isRenewal() {
    Operation operation = operation();
    return operation == Operation.RENEW || operation == Operation.KEEPALIVE;
  }

  /** Whether its caller is content to wait for the answer. */
  default boolean waits() {
    return false;
  }

  /** Whether a reply to it may tell of a new lease that its caller alone is to know. */
  default boolean beginsLease() {
    return false;
  }

  /** The lease that its caller lets go by it; null when it lets none go. */
  default @Nullable LeaseId lettingGo() {
    return null;
  }

  /** Says itself which shard it is for. */
  sealed interface Routed extends Request
      permits ForKey, ForLease, ForSession, ForFence, Renew, OpenSession, OperatorRequest {
    int shard(ShardFinder shards);
  }

  /** For the shard of its key. */
  sealed interface ForKey extends Routed permits Acquire, Look, OperatorRequest.Break {
    Key key();

    @Override
    default int shard(ShardFinder shards) {
      return shards.of(key());
    }
  }

  /** For the shard of its lease. */
  sealed interface ForLease extends Routed {
    LeaseId lease();

    @Override
    default int shard(ShardFinder shards) {
      return shards.of(lease());
    }
  }

  /** For the home of its session. */
  sealed interface ForSession extends Routed {
    LeaseId session();

    @Override
    default int shard(ShardFinder shards) {
      return shards.of(session());
    }
  }

  /** For the shard of its fence. */
  sealed interface ForFence extends Routed
      permits RaiseFence, ReadFence, OperatorRequest.DropFence {
    String fence();

    @Override
    default int shard(ShardFinder shards) {
      return shards.of(fence());
    }
  }

  /**
   * Own {@code key}. {@code waitMillis} is off when 0.
   *
   * @param terms for how long, and what else ends the lease
   */
  record Acquire(
      Key key,
      String holder,
      Mode mode,
      Terms terms,
      long waitMillis,
      @Nullable String requestId,
      @Nullable Value value)
      implements ForKey {

    public long ttlMillis() {
      return terms.ttlMillis();
    }

    public @Nullable LeaseId session() {
      return terms.session();
    }

    public long hardTtlMillis() {
      return terms.hardTtlMillis();
    }

    public long lockDelayMillis() {
      return terms.lockDelayMillis();
    }

    public long maxLifetimeMillis() {
      return terms.maxLifetimeMillis();
    }

    /** The same with another maxLifetime. */
    public Acquire lastingAtMost(long millis) {
      Terms other = terms.withMaxLifetime(millis);
      return new Acquire(key, holder, mode, other, waitMillis, requestId, value);
    }

    @Override
    public Operation operation() {
      return Operation.ACQUIRE;
    }

    @Override
    public MeterLabel meterLabel() {
      return waits() ? MeterLabel.ACQUIRE_WAITING : MeterLabel.ACQUIRE;
    }

    @Override
    public boolean waits() {
      return waitMillis > 0;
    }

    @Override
    public boolean beginsLease() {
      return true;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.acquire(ticket, this);
    }

    /** Without the requestId: a reader of it is given the leaseId. */
    @Override
    public String toString() {
      return "Acquire[key=" + key + ", holder=" + holder + ", mode=" + mode + "]";
    }
  }

  /**
   * Renew one lease or many. Each has a {@link RenewalReply} of its own. A single one is answered
   * when its lease's last change is durable; among many, one that is not yet durable is answered
   * {@link RenewalReply.Pending}, so that it delays no neighbour.
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
    public LeaseId lettingGo() {
      return lease;
    }

    @Override
    public Operation operation() {
      return Operation.RELEASE;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.release(ticket, this);
    }
  }

  /** Hand the key to {@code holder}, or to the head of the queue when null, under a new token. */
  record Transfer(LeaseId lease, @Nullable String holder, @Nullable String requestId)
      implements ForLease {
    @Override
    public LeaseId lettingGo() {
      return lease;
    }

    @Override
    public boolean beginsLease() {
      return true;
    }

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

    /** Without the requestId: a reader of it is given the session's id. */
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

  /** Accept {@code token} at the fence if none larger was seen, and remember it. */
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
