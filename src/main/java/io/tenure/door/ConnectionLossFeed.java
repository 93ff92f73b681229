package io.tenure.door;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.wire.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leases that one connection acquired or renewed. The connection receives a push when such a
 * lease ends, unless the connection itself ended the lease. Leases that end together are reported
 * together, and no faster than the client reads. Owned by one event loop.
 */
public final class ConnectionLossFeed implements LossSubscription.Subscriber {

  /**
   * The number of leases that are watched for one connection, including the losses that are not
   * sent yet. A client with more leases notices the loss of the others when it renews them.
   */
  public static final int KEPT_MAX = 16_384;

  /**
   * The number of losses in one message. The number is large enough that one loss costs little, and
   * small enough for every client.
   */
  public static final int TOGETHER_MAX = 128;

  /** A lease that has ended; {@code key} is null when the key is unknown. */
  public record Loss(LeaseId lease, @Nullable Key key, long token, Outcome how, String reason) {}

  /** Sends losses to the client. */
  public interface Outlet {

    /** Whether the client has so much left to read that losses should wait. */
    boolean isFull();

    void lost(List<Loss> losses);
  }

  private final LossNotifier notifier;
  private final Outlet outlet;
  private @Nullable LossSubscription newest;
  private int kept;
  private final Deque<Loss> untold = new ArrayDeque<>();
  private boolean gone;

  public ConnectionLossFeed(LossNotifier notifier, Outlet outlet) {
    this.notifier = notifier;
    this.outlet = outlet;
  }

  /** Notes that the caller gives up a lease. The caller then receives no push of that loss. */
  public void asked(Request request) {
    LeaseId letGo = request.lettingGo();
    LossSubscription one = letGo == null ? null : find(letGo);
    if (one != null) {
      one.letGo = true;
    }
  }

  /** Takes the answer to a request; {@code problem} is null when the request was done. */
  public void answered(Request request, @Nullable Reply reply, @Nullable Problem problem) {
    LeaseId letGo = request.lettingGo();
    if (letGo != null) {
      letGo(letGo, problem);
    } else if (reply instanceof Reply.Granted granted) {
      keep(granted.lease(), granted.token(), granted.key());
    } else if (request instanceof Request.Renew renew) {
      RenewalReply renewal =
          reply instanceof Reply.Renewed renewed
              ? renewed.results().get(0)
              : new RenewalReply.Pending();
      renewed(renew.leases().get(0), renewal.livingToken(), problem);
    }
  }

  /**
   * Takes the result of one renewal; {@code livingToken} is 0 unless the lease is known to live. A
   * lease under a session is never renewed alone.
   */
  public void renewed(LeaseId lease, long livingToken, @Nullable Problem problem) {
    if (livingToken != 0) {
      keep(lease, livingToken, null);
    } else if (problem != null && problem.code().isLeaseOver()) {
      LossSubscription one = find(lease);
      if (one != null) {
        forget(one);
      }
    }
  }

  /** Forgets all leases for ever: answers that are still under way add no lease. */
  public void forgetAll() {
    gone = true;
    while (newest != null) {
      forget(newest);
    }
    untold.clear();
  }

  /** Takes the end of a lease, which {@link ShardLossWatch} has removed from its index before. */
  @Override
  public void lost(LossSubscription one, Outcome how, String reason) {
    unlink(one);
    if (!one.letGo) {
      if (untold.isEmpty()) {
        notifier.afterThisTurn(this::tell);
      }
      untold.add(new Loss(one.lease, one.key, one.token, how, reason));
    }
  }

  /** Sends the losses that are not sent yet, as many as the client reads. */
  public void tell() {
    while (!untold.isEmpty() && !outlet.isFull()) {
      List<Loss> together = new ArrayList<>(Math.min(untold.size(), TOGETHER_MAX));
      while (!untold.isEmpty() && together.size() < TOGETHER_MAX) {
        together.add(untold.remove());
      }
      outlet.lost(together);
    }
  }

  private void letGo(LeaseId lease, @Nullable Problem problem) {
    LossSubscription one = find(lease);
    if (one == null) {
      return;
    }
    if (problem == null || problem.code().isLeaseOver()) {
      forget(one);
    } else {
      one.letGo = false;
      notifier.doubt(one);
    }
  }

  private void keep(LeaseId lease, long token, @Nullable Key key) {
    if (!gone && kept + untold.size() < KEPT_MAX && find(lease) == null) {
      LossSubscription one = new LossSubscription(this, lease, token, key);
      link(one);
      notifier.keep(one);
    }
  }

  private void forget(LossSubscription one) {
    unlink(one);
    notifier.forget(one);
  }

  private @Nullable LossSubscription find(LeaseId lease) {
    return notifier.find(this, lease);
  }

  private void link(LossSubscription one) {
    kept++;
    one.before = newest;
    if (newest != null) {
      newest.after = one;
    }
    newest = one;
  }

  private void unlink(LossSubscription one) {
    kept--;
    if (one.before != null) {
      one.before.after = one.after;
    }
    if (one.after != null) {
      one.after.before = one.before;
    } else {
      newest = one.before;
    }
    // A queue may refer to this lease until its loss is reported. That reference must not keep all
    // later leases in memory.
    one.before = null;
    one.after = null;
  }
}
