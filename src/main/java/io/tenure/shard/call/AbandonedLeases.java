package io.tenure.shard.call;

import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchUpdate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Releases leases of which no caller can ever know. They were granted without a requestId, after
 * the server had answered that the outcome is unknown, or to a caller that had gone. Otherwise they
 * would hold their keys until the ttl is over. A shard keeps them through all ownerships of this
 * server, because a lease outlives an ownership. Owned by the shard's loop.
 */
public final class AbandonedLeases implements Call.Origin {

  /** The most leases that wait for their release; the ttl ends the others. */
  static final int LEASES_MAX = 16_384;

  private final CallTarget shard;
  private final Deque<LeaseId> leases = new ArrayDeque<>();

  public AbandonedLeases(CallTarget shard) {
    this.shard = shard;
  }

  /**
   * Returns the lease that only {@code reply} reports. With a requestId there is none, because the
   * caller can ask for the lease.
   */
  public static @Nullable LeaseId leaseOf(Request request, Reply reply) {
    return mayBe(request) ? reply.newLease() : null;
  }

  /** Whether a reply to {@code request} may report such a lease. */
  static boolean mayBe(Request request) {
    return request.requestId() == null && request.operation().beginsLease();
  }

  /** Whether a release with this answer need not be repeated. */
  private static boolean isLetGo(CallResult answer) {
    return answer instanceof CallResult.Said && answer.outcome() != Outcome.UNAVAILABLE;
  }

  public void add(Request request, Reply reply) {
    LeaseId lease = leaseOf(request, reply);
    if (lease != null) {
      add(lease);
    }
  }

  public void add(LeaseId lease) {
    if (leases.size() < LEASES_MAX) {
      leases.add(lease);
    }
  }

  /**
   * Requests the release of at most {@code most} leases. A lease that could not be released stays
   * here.
   */
  public void letGo(int most, Consumer<Call> ask) {
    for (int asked = Math.min(most, leases.size()); asked > 0; asked--) {
      ask.accept(new Call(shard, new Request.Release(leases.remove()), null, this));
    }
  }

  @Override
  public void answered(Call call, CallResult answer) {
    LeaseId lease = call.request.lettingGo();
    if (!isLetGo(answer) && lease != null) {
      add(lease);
    }
  }

  @Override
  public boolean told(Call call, WatchUpdate notice) {
    return false;
  }

  @Override
  public void cut(Call call) {}

  @Override
  public void withdrawn(Call call) {}
}
