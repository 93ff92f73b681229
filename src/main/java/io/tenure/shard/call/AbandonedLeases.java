package io.tenure.shard.call;

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
 * that the outcome is unknown. They are released, so that they hold no key until the ttl is over.
 * Owned by the shard's loop.
 */
public final class AbandonedLeases implements Call.Origin {

  private final ShardInbox shard;
  private final Deque<LeaseId> leases = new ArrayDeque<>();

  public AbandonedLeases(ShardInbox shard) {
    this.shard = shard;
  }

  /** The lease that only {@code reply} tells of: with a requestId the caller can ask for it. */
  public static @Nullable LeaseId leaseOf(Request request, Reply reply) {
    boolean grants = request instanceof Request.Acquire || request instanceof Request.Transfer;
    if (!grants || request.requestId() != null) {
      return null;
    }
    if (reply instanceof Reply.Granted granted) {
      return granted.lease();
    }
    return reply instanceof Reply.Transferred transferred ? transferred.lease() : null;
  }

  /** Whether a release that is answered so need not be asked for again. */
  public static boolean isLetGo(CallResult answer) {
    return answer instanceof CallResult.Said said
        && !(said.reply() instanceof Reply.Refused refused
            && refused.code() == RefusalCode.UNAVAILABLE);
  }

  public void add(Request request, Reply reply) {
    LeaseId lease = leaseOf(request, reply);
    if (lease != null) {
      leases.add(lease);
    }
  }

  /** Asks for the release of some leases; a lease whose release comes to nothing stays here. */
  public void letGo(int most, Consumer<Call> ask) {
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
