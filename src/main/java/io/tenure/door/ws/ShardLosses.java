package io.tenure.door.ws;

import io.tenure.core.Event;
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
  private final ByNumber<Kept> byToken = new ByNumber<>();
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
    return byToken.isEmpty() && asked == 0;
  }

  void keep(Kept one) {
    one.next = byToken.put(one.token, one);
    if (live && (one.token < heard || one.key == null)) {
      doubt(one);
    }
  }

  void forget(Kept one) {
    Kept first = byToken.get(one.token);
    if (first != one) {
      forgetBehind(first, one);
    } else if (one.next == null) {
      byToken.remove(one.token);
    } else {
      byToken.put(one.token, one.next);
    }
  }

  private static void forgetBehind(@Nullable Kept first, Kept one) {
    for (Kept each = first; each != null; each = each.next) {
      if (each.next == one) {
        each.next = one.next;
      }
    }
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
      for (Kept first : byToken.values()) {
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
    Kept next = how == null ? null : byToken.remove(event.token());
    while (next != null) {
      Kept one = next;
      next = one.next;
      one.key = event.key();
      one.by.lost(one, how, event.reason());
    }
  }

  private void askMore() {
    while (asked < ASKED_MAX && !doubts.isEmpty() && !over) {
      Kept one = doubts.remove();
      if (isKept(one)) {
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
    if (!isKept(one)) {
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

  private boolean isKept(Kept one) {
    Kept same = byToken.get(one.token);
    while (same != null && same != one) {
      same = same.next;
    }
    return same != null;
  }
}
