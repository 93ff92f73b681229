package io.tenure.door.ws;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The leases that one stream took or renewed: it is told when one of them ends, unless it ended it
 * itself. Those that end together are told together, no faster than they are read. Owned by its
 * loop.
 */
final class StreamLeases {

  /** Whoever keeps more, or has not read of so many ends, learns of the others by renewing them. */
  static final int KEPT_MAX = 16_384;

  /** Losses of one push: enough that one costs little, few enough for any client to take in. */
  static final int TOGETHER_MAX = 128;

  /** Of a loss, when its key is not long. */
  private static final int LOSS_BYTES = 160;

  private static final int GONE = 410;

  private record Loss(StreamLease one, Outcome how, String reason) {}

  private final LossNotifier losses;
  private final Outbox outbox;
  private @Nullable StreamLease newest;
  private int kept;
  private final Deque<Loss> untold = new ArrayDeque<>();
  private boolean gone;

  StreamLeases(LossNotifier losses, Outbox outbox) {
    this.losses = losses;
    this.outbox = outbox;
  }

  /** Whoever lets go is not told that it has lost. */
  void asked(Request request) {
    LeaseId letGo = letGoBy(request);
    StreamLease one = letGo == null ? null : find(letGo);
    if (one != null) {
      one.letGo = true;
    }
  }

  /**
   * {@code problem}: what {@code reply}, or its lack, means to who asked; null when it was done.
   */
  void answered(Request request, @Nullable Reply reply, @Nullable Problem problem) {
    LeaseId letGo = letGoBy(request);
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
  void renewed(LeaseId lease, long livingToken, @Nullable Problem problem) {
    if (livingToken != 0) {
      keep(lease, livingToken, null);
    } else if (problem != null && problem.code().status() == GONE) {
      StreamLease one = find(lease);
      if (one != null) {
        forget(one);
      }
    }
  }

  /** For good: answers that are on their way still make it keep nothing. */
  void forgetAll() {
    gone = true;
    while (newest != null) {
      forget(newest);
    }
    untold.clear();
  }

  /** It has ended; {@link LossNotifier} forgets it by itself. */
  void lost(StreamLease one, Outcome how, String reason) {
    unlink(one);
    if (!one.letGo) {
      if (untold.isEmpty()) {
        losses.owes(this);
      }
      untold.add(new Loss(one, how, reason));
    }
  }

  /** Tells what is untold, as much as the other side reads. */
  void tell() {
    while (!untold.isEmpty() && !outbox.halfFull()) {
      int together = Math.min(untold.size(), TOGETHER_MAX);
      outbox.push("lost", together * LOSS_BYTES, this::writeLosses);
    }
  }

  private void writeLosses(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("leases");
    for (int told = 0; told < TOGETHER_MAX && !untold.isEmpty(); told++) {
      Loss loss = untold.remove();
      StreamLease one = loss.one;
      ReplyWriter.lost(json, one.lease, one.key, one.token, loss.how, loss.reason);
    }
    json.writeEndArray();
  }

  private static @Nullable LeaseId letGoBy(Request request) {
    if (request instanceof Request.Release release) {
      return release.lease();
    }
    return request instanceof Request.Transfer transfer ? transfer.lease() : null;
  }

  private void letGo(LeaseId lease, @Nullable Problem problem) {
    StreamLease one = find(lease);
    if (one == null) {
      return;
    }
    if (problem == null || problem.code().status() == GONE) {
      forget(one);
    } else {
      one.letGo = false;
      losses.doubt(one);
    }
  }

  private void keep(LeaseId lease, long token, @Nullable Key key) {
    if (!gone && kept + untold.size() < KEPT_MAX && find(lease) == null) {
      StreamLease one = new StreamLease(this, lease, token, key);
      link(one);
      losses.keep(one);
    }
  }

  private void forget(StreamLease one) {
    unlink(one);
    losses.forget(one);
  }

  private @Nullable StreamLease find(LeaseId lease) {
    return losses.find(this, lease);
  }

  private void link(StreamLease one) {
    kept++;
    one.before = newest;
    if (newest != null) {
      newest.after = one;
    }
    newest = one;
  }

  private void unlink(StreamLease one) {
    kept--;
    if (one.before != null) {
      one.before.after = one.after;
    }
    if (one.after != null) {
      one.after.before = one.before;
    } else {
      newest = one.before;
    }
    // Who still holds it, for its loss was not told yet, must not hold all that came after it.
    one.before = null;
    one.after = null;
  }
}
