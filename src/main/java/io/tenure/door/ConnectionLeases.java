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
 * The leases that one connection took or renewed: it is told when one of them ends, unless it ended
 * it itself. Those that end together are told together, no faster than they are read. Owned by its
 * loop.
 */
public final class ConnectionLeases implements ConnectionLease.Keeper {

  /**
   * A connection that keeps more, or has not read of so many ends, learns of the others by renewing
   * them.
   */
  public static final int KEPT_MAX = 16_384;

  /** Losses told at once: enough that one costs little, few enough for any client to take in. */
  public static final int TOGETHER_MAX = 128;

  /** A lease that has ended; {@code key} null: it is not known. */
  public record Loss(LeaseId lease, @Nullable Key key, long token, Outcome how, String reason) {}

  /** Tells the other side. */
  public interface Outlet {

    /** So much was not read yet that losses should wait. */
    boolean isFull();

    void lost(List<Loss> losses);
  }

  private final LossNotifier notifier;
  private final Outlet outlet;
  private @Nullable ConnectionLease newest;
  private int kept;
  private final Deque<Loss> untold = new ArrayDeque<>();
  private boolean gone;

  public ConnectionLeases(LossNotifier notifier, Outlet outlet) {
    this.notifier = notifier;
    this.outlet = outlet;
  }

  /** A caller that lets go is not told that it has lost. */
  public void asked(Request request) {
    LeaseId letGo = request.lettingGo();
    ConnectionLease one = letGo == null ? null : find(letGo);
    if (one != null) {
      one.letGo = true;
    }
  }

  /**
   * {@code problem}: what {@code reply}, or its lack, means to the caller; null when it was done.
   */
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

  /** {@code livingToken}: 0 when it is not known to live. One under a session is not renewed. */
  public void renewed(LeaseId lease, long livingToken, @Nullable Problem problem) {
    if (livingToken != 0) {
      keep(lease, livingToken, null);
    } else if (problem != null && problem.code().isLeaseOver()) {
      ConnectionLease one = find(lease);
      if (one != null) {
        forget(one);
      }
    }
  }

  /** For good: answers that are on their way still make it keep nothing. */
  public void forgetAll() {
    gone = true;
    while (newest != null) {
      forget(newest);
    }
    untold.clear();
  }

  /** It has ended; {@link LossNotifier} forgets it by itself. */
  @Override
  public void lost(ConnectionLease one, Outcome how, String reason) {
    unlink(one);
    if (!one.letGo) {
      if (untold.isEmpty()) {
        notifier.afterThisTurn(this::tell);
      }
      untold.add(new Loss(one.lease, one.key, one.token, how, reason));
    }
  }

  /** Tells what is untold, as much as the other side reads. */
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
    ConnectionLease one = find(lease);
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
      ConnectionLease one = new ConnectionLease(this, lease, token, key);
      link(one);
      notifier.keep(one);
    }
  }

  private void forget(ConnectionLease one) {
    unlink(one);
    notifier.forget(one);
  }

  private @Nullable ConnectionLease find(LeaseId lease) {
    return notifier.find(this, lease);
  }

  private void link(ConnectionLease one) {
    kept++;
    one.before = newest;
    if (newest != null) {
      newest.after = one;
    }
    newest = one;
  }

  private void unlink(ConnectionLease one) {
    kept--;
    if (one.before != null) {
      one.before.after = one.after;
    }
    if (one.after != null) {
      one.after.before = one.before;
    } else {
      newest = one.before;
    }
    // What still refers to it, for its loss was not told yet, must not hold all that came after it.
    one.before = null;
    one.after = null;
  }
}
