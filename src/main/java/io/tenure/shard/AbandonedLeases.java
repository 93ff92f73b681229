package io.tenure.shard;

import io.tenure.api.LeaseId;
import io.tenure.api.RefusalCode;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchNotice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Leases of which no caller can ever know: granted without a requestId after the caller was told
 * that the outcome is unknown. They are released, so that their keys are not held by no one until
 * the ttl is over. Owned by the shard's loop.
 */
final class AbandonedLeases implements Call.Back {

  private final int shard;
  private final Deque<LeaseId> leases = new ArrayDeque<>();

  AbandonedLeases(int shard) {
    this.shard = shard;
  }

  /** The lease that only {@code reply} tells of: with a requestId the caller can ask for it. */
  static @Nullable LeaseId leaseOf(Request request, Reply reply) {
    if (!mayBe(request)) {
      return null;
    }
    if (reply instanceof Reply.Granted granted) {
      return granted.lease();
    }
    return reply instanceof Reply.Transferred transferred ? transferred.lease() : null;
  }

  /** Whether a reply to {@code request} may tell of such a lease. */
  static boolean mayBe(Request request) {
    return request.requestId() == null
        && (request instanceof Request.Acquire || request instanceof Request.Transfer);
  }

  /** Whether a release that is answered so need not be asked for again. */
  static boolean isLetGo(CallResult answer) {
    return answer instanceof CallResult.Said said
        && !(said.reply() instanceof Reply.Refused refused
            && refused.code() == RefusalCode.UNAVAILABLE);
  }

  void add(Request request, Reply reply) {
    LeaseId lease = leaseOf(request, reply);
    if (lease != null) {
      leases.add(lease);
    }
  }

  /** Asks for the release of some of them; those of which it comes to nothing are kept. */
  void letGo(int most, Consumer<Call> ask) {
    for (int asked = Math.min(most, leases.size()); asked > 0; asked--) {
      ask.accept(new Call(shard, new Request.Release(leases.remove()), null, this));
    }
  }

  @Override
  public void answered(Call call, CallResult answer) {
    if (!isLetGo(answer) && call.request instanceof Request.Release release) {
      leases.add(release.lease());
    }
  }

  @Override
  public boolean told(Call call, WatchNotice notice) {
    return false;
  }

  @Override
  public void cut(Call call) {}

  @Override
  public void withdrawn(Call call) {}
}
