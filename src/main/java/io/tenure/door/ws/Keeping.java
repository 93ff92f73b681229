package io.tenure.door.ws;

import io.tenure.core.Handle;
import io.tenure.core.Key;
import io.tenure.core.Renewal;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.wire.Problem;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The leases that one stream took or renewed: it is told when one of them ends, unless it ended it
 * itself. Owned by its loop.
 */
final class Keeping {

  /** Whoever keeps more learns of the others' ends by renewing them. */
  static final int KEPT_MAX = 16_384;

  private final Losses losses;
  private final Outbox outbox;
  private final Map<Handle, Kept> kept = new HashMap<>();

  Keeping(Losses losses, Outbox outbox) {
    this.losses = losses;
    this.outbox = outbox;
  }

  /** Whoever lets go is not told that it has lost. */
  void asked(Request request) {
    Kept one = kept.get(letGoBy(request));
    if (one != null) {
      one.letGo = true;
    }
  }

  /** One of the two is null. */
  void answered(Request request, @Nullable Reply reply, @Nullable Problem problem) {
    Handle letGo = letGoBy(request);
    if (letGo != null) {
      letGo(letGo, problem);
    } else if (reply instanceof Reply.Granted granted) {
      keep(granted.lease(), granted.token(), granted.key());
    } else if (request instanceof Request.Renew renew) {
      Renewal renewal =
          reply instanceof Reply.Renewed renewed ? renewed.results().get(0) : new Renewal.Pending();
      renewed(
          renew.leases().get(0), renewal instanceof Renewal.Renewed alive ? alive : null, problem);
    }
  }

  void renewed(Handle lease, Renewal.@Nullable Renewed renewed, @Nullable Problem problem) {
    if (renewed != null) {
      keep(lease, renewed.token(), null);
    } else if (problem != null && problem.code().status() == GONE) {
      forget(lease);
    }
  }

  void forgetAll() {
    kept.values().forEach(losses::forget);
    kept.clear();
  }

  /** It has ended, and not by this stream's wish. */
  void lost(Kept one, String code, String reason) {
    if (kept.remove(one.lease, one) && !one.letGo) {
      outbox.push(
          "lost",
          json -> {
            json.writeStringField("leaseId", one.lease.text());
            Key key = one.key;
            if (key != null) {
              json.writeStringField("key", key.toString());
            }
            json.writeNumberField("token", one.token);
            json.writeStringField("code", code);
            if (!reason.isEmpty()) {
              json.writeStringField("reason", reason);
            }
          });
    }
  }

  private static final int GONE = 410;

  private static @Nullable Handle letGoBy(Request request) {
    if (request instanceof Request.Release release) {
      return release.lease();
    }
    return request instanceof Request.Transfer transfer ? transfer.lease() : null;
  }

  private void letGo(Handle lease, @Nullable Problem problem) {
    if (problem == null || problem.code().status() == GONE) {
      forget(lease);
    } else if (kept.containsKey(lease)) {
      Kept one = kept.get(lease);
      one.letGo = false;
      losses.doubt(one);
    }
  }

  private void keep(Handle lease, long token, @Nullable Key key) {
    if (kept.size() < KEPT_MAX && !kept.containsKey(lease)) {
      Kept one = new Kept(this, lease, token, key);
      kept.put(lease, one);
      losses.keep(one);
    }
  }

  private void forget(Handle lease) {
    Kept one = kept.remove(lease);
    if (one != null) {
      losses.forget(one);
    }
  }
}
