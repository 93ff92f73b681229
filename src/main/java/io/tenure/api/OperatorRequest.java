package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * A request of an operator about the leases of other callers. Servers audit it and may forbid it.
 */
public sealed interface OperatorRequest extends Request.Routed {

  /** The grace of a break that ends a lease at the end of its ttl. */
  long GRACE_TTL = -1;

  /**
   * Handles each kind of operator request with one method, so that a forgotten kind does not
   * compile.
   */
  interface Acts<R> {
    R breakOff(Break breakOff);

    R dropFence(DropFence drop);

    R endQuarantine(EndQuarantine end);
  }

  <R> R accept(Acts<R> acts);

  /**
   * Ends the tenure that holds {@code key}. {@code token} is the token that the operator saw, or 0
   * for any. With {@code graceMillis} 0 the tenure ends at once, with {@link #GRACE_TTL} at the end
   * of its ttl, else after so many milliseconds. During the grace renewals no longer extend the
   * tenure.
   */
  record Break(Key key, long token, long graceMillis, String reason, @Nullable String requestId)
      implements Request.ForKey, OperatorRequest {
    @Override
    public Operation operation() {
      return Operation.BREAK;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.breakOff(ticket, this);
    }

    @Override
    public <R> R accept(Acts<R> acts) {
      return acts.breakOff(this);
    }
  }

  /** Deletes the fence, if its mark is still {@code token}. */
  record DropFence(String fence, long token) implements Request.ForFence, OperatorRequest {
    @Override
    public Operation operation() {
      return Operation.DROP_FENCE;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.dropFence(ticket, this);
    }

    @Override
    public <R> R accept(Acts<R> acts) {
      return acts.dropFence(this);
    }
  }

  /**
   * Ends the quarantine of {@code shard}, which is the shard that answers. With this request the
   * operator guarantees that no holder believes in a lost lease.
   */
  record EndQuarantine(int shard, String reason) implements OperatorRequest {
    @Override
    public int shard(ShardFinder shards) {
      return shards.checked(shard);
    }

    @Override
    public Operation operation() {
      return Operation.END_QUARANTINE;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.endQuarantine(ticket, this);
    }

    @Override
    public <R> R accept(Acts<R> acts) {
      return acts.endQuarantine(this);
    }
  }
}
