package io.tenure.door.ws;

import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchNotice;
import io.tenure.door.CallResults;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.ShardFollower;
import io.tenure.wire.Problem;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Hears of the ends of leases in one shard, and tells those who keep them. Whatever it may have
 * missed it asks for, lease by lease. Owned by its loop.
 */
final class ShardLossWatch {

  private static final long ASK_AGAIN_MILLIS = 200;

  /** Doubts that are asked about at once: after a gap there may be very many. */
  private static final int ASKED_MAX = 64;

  /** What the shard is told to call; one that was given up hears nothing any more. */
  private final class Ear implements ShardFollower {
    @Override
    public void next(WatchNotice notice) {
      if (ear == this && notice instanceof WatchNotice.Happened happened) {
        happened(happened.event());
      }
    }

    @Override
    public void cut() {
      if (ear == this) {
        listenLater();
      }
    }
  }

  private final Vertx vertx;
  private final ShardRouter router;
  private final int shard;
  private final LeaseIndex kept = new LeaseIndex();
  private final Deque<StreamLease> doubts = new ArrayDeque<>();
  private int asked;
  private @Nullable Ear ear;
  private @Nullable Call call;
  private boolean live;
  private boolean over;

  /** Everything up to here was told. */
  private long heard = Request.FROM_NOW;

  ShardLossWatch(Vertx vertx, ShardRouter router, int shard) {
    this.vertx = vertx;
    this.router = router;
    this.shard = shard;
    listen();
  }

  boolean isUnused() {
    return kept.isEmpty() && asked == 0;
  }

  void keep(StreamLease one) {
    kept.add(one);
    // Who listens for the first time, or after a gap, doubts everything anyway.
    boolean listens = live || heard != Request.FROM_NOW;
    if (listens && (one.token < heard || one.key == null)) {
      doubt(one);
    }
  }

  @Nullable StreamLease find(StreamLeases by, LeaseId lease) {
    return kept.find(by, lease);
  }

  void forget(StreamLease one) {
    kept.remove(one);
  }

  void doubt(StreamLease one) {
    doubts.add(one);
    askMore();
  }

  void end() {
    over = true;
    ear = null;
    doubts.clear();
    if (call != null) {
      call.withdraw();
    }
  }

  private void listen() {
    if (over) {
      return;
    }
    Ear listening = new Ear();
    ear = listening;
    Call watch = router.watch(shard, new Request.Watch(null, "", heard), listening);
    call = watch;
    watch
        .answer()
        .onSuccess(
            answer -> {
              if (ear == listening) {
                begin(answer);
              } else {
                watch.withdraw();
              }
            });
  }

  private void begin(CallResult answer) {
    if (CallResults.problem(answer) != null) {
      listenLater();
      return;
    }
    Reply.Watching begun = (Reply.Watching) CallResults.reply(answer);
    boolean gap = heard == Request.FROM_NOW;
    if (begun.resync()) {
      forgetCall();
      heard = Request.FROM_NOW;
      listen();
      return;
    }
    heard = begun.revision();
    live = true;
    if (gap) {
      for (StreamLease first : kept.firsts()) {
        for (StreamLease one = first; one != null; one = one.next) {
          doubts.add(one);
        }
      }
      askMore();
    }
  }

  private void listenLater() {
    ear = null;
    call = null;
    live = false;
    vertx.setTimer(ASK_AGAIN_MILLIS, timer -> listen());
  }

  private void forgetCall() {
    if (call != null) {
      call.withdraw();
    }
    call = null;
    ear = null;
  }

  private void happened(LeaseEvent event) {
    heard = event.revision();
    Outcome how =
        switch (event.kind()) {
          case RELEASED, TRANSFERRED -> Outcome.RELEASED;
          case EXPIRED -> Outcome.EXPIRED;
          case BROKEN -> Outcome.BROKEN;
          case GRANTED, BREAKING, VALUED -> null;
        };
    if (how != null) {
      ended(event, how);
    }
  }

  private void ended(LeaseEvent event, Outcome how) {
    StreamLease next = kept.take(event.token());
    while (next != null) {
      StreamLease one = next;
      next = one.next;
      if (one.key == null) {
        one.key = event.key();
      }
      one.by.lost(one, how, event.reason());
    }
  }

  private void askMore() {
    while (asked < ASKED_MAX && !doubts.isEmpty() && !over) {
      StreamLease one = doubts.remove();
      if (kept.has(one)) {
        asked++;
        router
            .ask(shard, new Request.Inspect(one.lease))
            .answer()
            .onSuccess(answer -> judge(one, answer));
      }
    }
  }

  private void judge(StreamLease one, CallResult answer) {
    asked--;
    Problem problem = CallResults.problem(answer);
    if (!kept.has(one)) {
      askMore();
    } else if (problem == null) {
      if (CallResults.reply(answer) instanceof Reply.LeaseState state) {
        one.key = state.key();
      }
      askMore();
    } else if (problem.code().retryable()) {
      doubts.add(one);
      vertx.setTimer(ASK_AGAIN_MILLIS, timer -> askMore());
    } else {
      forget(one);
      one.by.lost(one, problem.code(), "");
      askMore();
    }
  }
}
