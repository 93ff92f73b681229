package io.tenure.door;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.Problem;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reports the ends of leases in one shard to the connections that watch these leases. When an end
 * may have been missed, the shard is asked for that lease. Owned by one event loop.
 */
final class ShardLossWatch implements ResumableWatch.Listener {

  private static final long ASK_AGAIN_MILLIS = 200;

  /**
   * The number of doubtful leases that are asked for at once. After a gap there may be very many.
   */
  private static final int ASKED_MAX = 64;

  private final Vertx vertx;
  private final AdmittedOperation admitted;
  private final ResumableWatch watch;
  private final LossSubscriptionIndex kept = new LossSubscriptionIndex();
  private final Deque<LossSubscription> doubts = new ArrayDeque<>();
  private int asked;
  private boolean over;

  ShardLossWatch(Vertx vertx, AdmittedOperation admitted, int shard) {
    this.vertx = vertx;
    this.admitted = admitted;
    PerShardRequest.Watch all = new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW);
    watch = new ResumableWatch(vertx, admitted, shard, all, this);
    watch.begin();
  }

  boolean isUnused() {
    return kept.isEmpty() && asked == 0;
  }

  void keep(LossSubscription one) {
    kept.add(one);
    // A watch that begins for the first time, or after a gap, doubts every lease anyway.
    long heard = watch.revision();
    if (heard != PerShardRequest.FROM_NOW && (one.token < heard || one.key == null)) {
      doubt(one);
    }
  }

  @Nullable LossSubscription find(LossSubscription.Subscriber by, LeaseId lease) {
    return kept.find(by, lease);
  }

  void forget(LossSubscription one) {
    kept.remove(one);
  }

  void doubt(LossSubscription one) {
    doubts.add(one);
    askMore();
  }

  void end() {
    over = true;
    doubts.clear();
    watch.end();
  }

  @Override
  public void began(long revision, boolean anew) {
    if (anew) {
      for (LossSubscription first : kept.firsts()) {
        for (LossSubscription one = first; one != null; one = one.next) {
          doubts.add(one);
        }
      }
      askMore();
    }
  }

  @Override
  public void happened(LeaseEvent event) {
    EndReason how = event.kind().end();
    if (how == null) {
      return;
    }
    LossSubscription next = kept.take(event.token());
    while (next != null) {
      LossSubscription one = next;
      next = one.next;
      if (one.key == null) {
        one.key = event.key();
      }
      one.by.lost(one, Outcome.of(how), event.reason());
    }
  }

  @Override
  public boolean missed(Problem why) {
    return !over;
  }

  private void askMore() {
    while (asked < ASKED_MAX && !doubts.isEmpty() && !over) {
      LossSubscription one = doubts.remove();
      if (kept.has(one)) {
        asked++;
        admitted
            .ask(new Request.Inspect(one.lease))
            .answer()
            .onSuccess(answer -> judge(one, answer));
      }
    }
  }

  private void judge(LossSubscription one, CallResult answer) {
    asked--;
    Problem problem = ResultProblems.problem(answer);
    if (!kept.has(one)) {
      askMore();
    } else if (problem == null) {
      if (ResultProblems.reply(answer) instanceof Reply.LeaseState state) {
        one.key = state.key();
      }
      askMore();
    } else if (problem.code().isRetryable()) {
      doubts.add(one);
      vertx.setTimer(ASK_AGAIN_MILLIS, timer -> askMore());
    } else {
      forget(one);
      one.by.lost(one, problem.code(), "");
      askMore();
    }
  }
}
