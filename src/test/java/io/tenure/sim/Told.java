package io.tenure.sim;

import io.tenure.api.OperatorRequest;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import org.jspecify.annotations.Nullable;

/** Judges the replies of a server: true, durable, and the same for the same request (G5, G7). */
final class Told {

  private final Auditor auditor;

  /** Replies leave before their changes are durable. */
  private final boolean relaxed;

  Told(Auditor auditor, boolean relaxed) {
    this.auditor = auditor;
    this.relaxed = relaxed;
  }

  /**
   * {@code outlived}: the store forgot this owner and has admitted another one. For the other owner
   * a durable end that was forgotten is no end, and the requests to this owner had no effect.
   */
  void said(ShardAudit shard, Letter letter, Reply reply, boolean outlived) {
    if (reply instanceof Reply.Granted granted) {
      mustBegin(shard, granted.token(), reply);
      if (shard.anewBy != null && !relaxed && !outlived && !granted.repeated()) {
        auditor.fail("G5", letter.subject(), "acknowledged while all is written anew: " + reply);
      }
      if (letter.request instanceof Request.Acquire acquire) {
        once(shard, outlived, acquire.requestId(), granted.token(), granted.key());
      }
    } else if (reply instanceof Reply.Transferred transferred) {
      mustBegin(shard, transferred.token(), reply);
      if (letter.request instanceof Request.Transfer transfer) {
        once(shard, outlived, transfer.requestId(), transferred.token(), letter.subject());
      }
    } else if (reply instanceof Reply.Broken broken) {
      if (letter.request instanceof OperatorRequest.Break request) {
        once(shard, outlived, request.requestId(), broken.tokens(), request.key());
      }
      if (broken.atOnce()) {
        broken.tokens().forEach(token -> mustEnd(shard, outlived, token, reply));
      }
    } else if (reply instanceof Reply.Released released) {
      mustEnd(shard, outlived, released.token(), reply);
    } else if (reply instanceof Refusal.Over over) {
      mustEnd(shard, outlived, over.token(), reply);
    } else if (reply instanceof Refusal.RequestConsumed consumed) {
      mustEnd(shard, outlived, consumed.token(), reply);
    } else if (reply instanceof Reply.Renewed renewed) {
      for (RenewalReply each : renewed.results()) {
        if (each instanceof RenewalReply.Over over) {
          mustEnd(shard, outlived, over.token(), reply);
        } else if (each instanceof RenewalReply.Renewed alive) {
          mustBegin(shard, alive.token(), reply);
        }
      }
    } else if (reply instanceof Reply.SessionOpened opened) {
      if (letter.request instanceof Request.OpenSession request) {
        once(shard, outlived, request.requestId(), opened.session(), null);
      }
    } else if (!outlived
        && reply instanceof Reply.FenceRaised raised
        && letter.request instanceof Request.RaiseFence request) {
      long seen = shard.fences.getOrDefault(request.fence(), 0L);
      if (raised.token() < seen) {
        auditor.fail(
            "fence", null, request.fence() + " accepts " + raised.token() + " after " + seen);
      }
      shard.fences.put(request.fence(), raised.token());
    }
  }

  private void mustBegin(ShardAudit shard, long token, Reply reply) {
    Life life = shard.life(token);
    if (!relaxed && (life == null || !life.kept)) {
      auditor.fail(
          "G5", life == null ? null : life.key, "acknowledged before it was kept: " + reply);
    }
  }

  private void mustEnd(ShardAudit shard, boolean outlived, long token, Reply reply) {
    Life life = shard.lives.get(token);
    if (life == null || outlived && life.revived) {
      return;
    }
    boolean kept = life.doomKept || life.doomedNanos == 0;
    if (!life.ended && kept && shard.runsOut(life)) {
      life.toldOver = true;
      return;
    }
    if (!life.ended && !relaxed) {
      auditor.fail("G5", life.key, "the end was told before it was kept: " + reply);
    }
    // Relaxed, an end may be reported and then lost, as a grant may.
    life.toldOver = life.ended || !relaxed;
  }

  private void once(
      ShardAudit shard,
      boolean outlived,
      @Nullable String requestId,
      Object effect,
      @Nullable Object about) {
    if (requestId != null && !outlived) {
      Object before = shard.effects.putIfAbsent(requestId, effect);
      if (before != null && !before.equals(effect)) {
        auditor.fail("G7", about, requestId + " had the effect " + before + " and now " + effect);
      }
    }
  }
}
