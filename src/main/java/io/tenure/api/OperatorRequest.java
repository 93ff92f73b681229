package io.tenure.api;

import org.jspecify.annotations.Nullable;

/** What an operator does to the leases of others: it is audited, and a server may forbid it. */
public sealed interface OperatorRequest extends Request.Routed {

  /** The grace of a break that ends a lease when its ttl does. */
  long GRACE_TTL = -1;

  /** One method for each act, so that an act that is forgotten does not compile. */
  interface Acts<R> {
    R breakOff(Break breakOff);

    R dropFence(DropFence drop);

    R endQuarantine(EndQuarantine end);
  }

  <R> R accept(Acts<R> acts);

  /**
   * End the tenure that holds {@code key}. {@code token} is the one the operator saw, 0 for any.
   * {@code graceMillis} 0 ends it at once; {@link #GRACE_TTL} when its ttl does; else after that
   * long. During the grace renewals no longer extend.
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

  /** Delete the fence, if its mark is still {@code token}. */
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
   * End the quarantine of {@code shard}, which is the one that is asked; by it the operator vouches
   * that no holder believes in a lease that was lost.
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
