package io.tenure.view;

import io.tenure.api.LeaseEvent;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchNotice;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.ShardFollower;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows every key of every shard, once for all who look, and only while somebody does. Of what
 * happens in one beat it keeps a bounded part and counts all of it, so that whoever is shown less
 * than everything is told so. Owned by the board's loop.
 */
final class EventFeed {

  /** Shown of one beat; nobody reads two hundred lines a second. */
  static final int SHOWN_PER_BEAT = 40;

  /** For whoever comes new. */
  static final int REMEMBERED = 200;

  private static final long ASK_AGAIN_MILLIS = 500;

  /** What one beat brought: {@code events} are spread over all of it. */
  record Beat(List<LeaseEvent> events, long happened, boolean gap) {}

  /** One shard's part. What comes from a watch that was given up means nothing any more. */
  private final class Ear {
    private final int shard;
    private @Nullable Watch watch;
    private long revision = Request.FROM_NOW;

    Ear(int shard) {
      this.shard = shard;
    }

    void listen() {
      if (listening && watch == null) {
        Watch begun = new Watch(this);
        watch = begun;
        begun.call = router.watch(shard, new Request.Watch(null, "", revision), begun);
        begun.call.answer().onSuccess(begun::begin);
      }
    }

    void stop() {
      if (watch != null && watch.call != null) {
        watch.call.withdraw();
      }
      watch = null;
      revision = Request.FROM_NOW;
    }

    void lose() {
      watch = null;
      gap |= revision != Request.FROM_NOW;
      vertx.setTimer(ASK_AGAIN_MILLIS, timer -> listen());
    }
  }

  private final class Watch implements ShardFollower {
    private final Ear ear;
    private @Nullable Call call;

    Watch(Ear ear) {
      this.ear = ear;
    }

    @Override
    public void next(WatchNotice notice) {
      if (ear.watch == this && notice instanceof WatchNotice.Happened happened) {
        ear.revision = happened.event().revision();
        take(happened.event());
      }
    }

    @Override
    public void cut() {
      if (ear.watch == this) {
        ear.lose();
      }
    }

    void begin(CallResult answer) {
      Reply.Watching watching = Replies.as(Reply.Watching.class, answer);
      if (ear.watch != this) {
        return;
      }
      if (watching == null) {
        ear.lose();
      } else {
        gap |= watching.resync();
        ear.revision = watching.revision();
      }
    }
  }

  private final Vertx vertx;
  private final ShardRouter router;
  private final Consumer<LeaseEvent> reader;
  private final List<Ear> ears = new ArrayList<>();
  private final List<LeaseEvent> kept = new ArrayList<>();
  private final Deque<LeaseEvent> remembered = new ArrayDeque<>();
  private long happened;

  /** Of so many events one is kept; grows while a beat brings more than there is room for. */
  private int oneIn = 1;

  private boolean gap;
  private boolean listening;

  /** {@code reader} hears every event at once. */
  EventFeed(Vertx vertx, ShardRouter router, Consumer<LeaseEvent> reader) {
    this.vertx = vertx;
    this.router = router;
    this.reader = reader;
    for (int shard = 0; shard < router.shards(); shard++) {
      ears.add(new Ear(shard));
    }
  }

  void listen() {
    listening = true;
    ears.forEach(Ear::listen);
  }

  void stop() {
    listening = false;
    ears.forEach(Ear::stop);
    kept.clear();
    remembered.clear();
    happened = 0;
  }

  /** What happened since the last beat. */
  Beat beat() {
    Beat beat = new Beat(List.copyOf(kept), happened, gap);
    kept.clear();
    happened = 0;
    oneIn = 1;
    gap = false;
    return beat;
  }

  List<LeaseEvent> remembered() {
    return List.copyOf(remembered);
  }

  private void take(LeaseEvent event) {
    reader.accept(event);
    if (happened++ % oneIn == 0) {
      kept.add(event);
      remember(event);
      if (kept.size() > 2 * SHOWN_PER_BEAT) {
        thinOut();
      }
    }
  }

  private void thinOut() {
    List<LeaseEvent> every = List.copyOf(kept);
    kept.clear();
    for (int at = 0; at < every.size(); at += 2) {
      kept.add(every.get(at));
    }
    oneIn *= 2;
  }

  private void remember(LeaseEvent event) {
    if (remembered.size() == REMEMBERED) {
      remembered.remove();
    }
    remembered.add(event);
  }
}
