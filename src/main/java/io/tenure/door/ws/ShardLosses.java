package io.tenure.door.ws;

import io.tenure.core.Event;
import io.tenure.core.Handle;
import io.tenure.core.Notice;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.door.Answers;
import io.tenure.shard.Answer;
import io.tenure.shard.Call;
import io.tenure.shard.Follower;
import io.tenure.shard.Leases;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Problem;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Hears of the ends of leases in one shard, and tells those who keep them. Whatever it may have
 * missed it asks for, lease by lease. Owned by its loop.
 */
final class ShardLosses {

  private static final long ASK_AGAIN_MILLIS = 200;

  /** Doubts that are asked about at once: after a gap there may be very many. */
  private static final int ASKED_MAX = 64;

  /** What the shard is told to call; one that was given up hears nothing any more. */
  private final class Ear implements Follower {
    @Override
    public void next(Notice notice) {
      if (ear == this && notice instanceof Notice.Happened happened) {
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
  private final Leases leases;
  private final int shard;
  private final KeptOfShard kept = new KeptOfShard();
  private final Deque<Kept> doubts = new ArrayDeque<>();
  private int asked;
  private @Nullable Ear ear;
  private @Nullable Call call;
  private boolean live;
  private boolean over;

  /** Everything up to here was told. */
  private long heard = Request.FROM_NOW;

  ShardLosses(Vertx vertx, Leases leases, int shard) {
    this.vertx = vertx;
    this.leases = leases;
    this.shard = shard;
    listen();
  }

  boolean isUnused() {
    return kept.isEmpty() && asked == 0;
  }

  void keep(Kept one) {
    kept.add(one);
    // Who listens for the first time, or after a gap, doubts everything anyway.
    boolean listens = live || heard != Request.FROM_NOW;
    if (listens && (one.token < heard || one.key == null)) {
      doubt(one);
    }
  }

  @Nullable Kept find(Keeping by, Handle lease) {
    return kept.find(by, lease);
  }

  void forget(Kept one) {
    kept.remove(one);
  }

  void doubt(Kept one) {
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
    Call watch = leases.watch(shard, new Request.Watch(null, "", heard), listening);
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

  private void begin(Answer answer) {
    if (Answers.problem(answer) != null) {
      listenLater();
      return;
    }
    Reply.Watching begun = (Reply.Watching) Answers.reply(answer);
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
      for (Kept first : kept.firsts()) {
        for (Kept one = first; one != null; one = one.next) {
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

  private void happened(Event event) {
    heard = event.revision();
    ErrorCode how =
        switch (event.kind()) {
          case RELEASED, TRANSFERRED -> ErrorCode.RELEASED;
          case EXPIRED -> ErrorCode.EXPIRED;
          case BROKEN -> ErrorCode.BROKEN;
          case GRANTED, BREAKING, VALUED -> null;
        };
    if (how != null) {
      ended(event, how);
    }
  }

  private void ended(Event event, ErrorCode how) {
    Kept next = kept.take(event.token());
    while (next != null) {
      Kept one = next;
      next = one.next;
      if (one.key == null) {
        one.key = event.key();
      }
      one.by.lost(one, how, event.reason());
    }
  }

  private void askMore() {
    while (asked < ASKED_MAX && !doubts.isEmpty() && !over) {
      Kept one = doubts.remove();
      if (kept.has(one)) {
        asked++;
        leases
            .ask(shard, new Request.Inspect(one.lease))
            .answer()
            .onSuccess(answer -> judge(one, answer));
      }
    }
  }

  private void judge(Kept one, Answer answer) {
    asked--;
    Problem problem = Answers.problem(answer);
    if (!kept.has(one)) {
      askMore();
    } else if (problem == null) {
      if (Answers.reply(answer) instanceof Reply.LeaseState state) {
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
