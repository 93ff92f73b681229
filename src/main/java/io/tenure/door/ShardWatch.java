package io.tenure.door;

import io.tenure.api.HolderView;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchNotice;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.ShardFollower;
import io.tenure.wire.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link MultiShardWatch} that concerns one shard. Snapshots are not those the shard
 * would push: it is asked for page after page, so that a watcher is never sent more than it takes.
 * Shard and watcher see the same order: pages come between the events where they are true.
 */
final class ShardWatch {

  private static final int PAGE = 256;

  /** What the shard is told to call; one that was given up hears nothing any more. */
  private final class Ear implements ShardFollower {
    @Override
    public void next(WatchNotice notice) {
      if (ear == this && notice instanceof WatchNotice.Happened happened) {
        heard = happened.event().revision();
        watching.tell(() -> happened(happened.event()));
      }
    }

    @Override
    public void cut() {
      if (ear == this) {
        lose();
        watching.missed(ShardWatch.this, LOST, missingSinceNanos);
      }
    }
  }

  private static final Problem LOST =
      Problem.of(Outcome.UNAVAILABLE, "a shard has left this server; resume at the one that has it")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  private final MultiShardWatch watching;
  private final int index;
  private @Nullable Ear ear;
  private @Nullable Call call;
  private boolean live;

  /** Everything up to {@code revision} has been told. */
  private boolean synchronised;

  private boolean snapshotWanted;
  private long revision;

  /** The same, and what waits to be told. */
  private long heard;

  private long cursor;

  /** Grows with every watch begun, so that a page of an earlier one is known. */
  private int attempt;

  private long missingSinceNanos = System.nanoTime();

  ShardWatch(MultiShardWatch watching, int index, @Nullable Long known, boolean snapshotWanted) {
    this.watching = watching;
    this.index = index;
    synchronised = known != null;
    revision = known == null ? 0 : known;
    heard = revision;
    this.snapshotWanted = known == null && snapshotWanted;
  }

  int index() {
    return index;
  }

  boolean live() {
    return live;
  }

  boolean synchronised() {
    return synchronised;
  }

  long revision() {
    return revision;
  }

  void ask() {
    if (watching.isOver()) {
      return;
    }
    Ear listening = new Ear();
    ear = listening;
    attempt++;
    Request.Watch request =
        new Request.Watch(
            watching.target.key(),
            watching.target.prefix(),
            synchronised ? heard : Request.FROM_NOW);
    Call asked = watching.router.watch(index, request, listening);
    call = asked;
    asked
        .answer()
        .onSuccess(
            answer -> {
              if (ear == listening) {
                begin(answer);
              } else {
                asked.withdraw();
              }
            });
  }

  void end() {
    if (call != null) {
      call.withdraw();
    }
    ear = null;
    call = null;
    live = false;
  }

  private void begin(CallResult answer) {
    Problem problem = CallResults.problem(answer);
    if (problem != null) {
      ear = null;
      call = null;
      watching.missed(this, problem, missingSinceNanos);
      return;
    }
    Reply.Watching begun = (Reply.Watching) CallResults.reply(answer);
    if (begun.resync()) {
      synchronised = false;
      snapshotWanted = true;
      end();
      ask();
      return;
    }
    live = true;
    heard = begun.revision();
    if (!synchronised) {
      revision = heard;
    }
    if (snapshotWanted) {
      cursor = 0;
      watching.tell(() -> watching.watcher.resync(index));
      watching.owe(this);
    } else {
      synchronised = true;
    }
    watching.answered();
  }

  /** Before it is lost a shard has told all up to its revision, or its snapshot begins anew. */
  private void lose() {
    ear = null;
    call = null;
    live = false;
    snapshotWanted = !synchronised;
    missingSinceNanos = System.nanoTime();
    watching.forgive(this);
  }

  private void happened(LeaseEvent event) {
    revision = event.revision();
    watching.watcher.happened(index, event);
  }

  /** Shows another page. */
  void show() {
    int asked = attempt;
    Request request =
        watching.target.key() == null
            ? new Request.Browse(watching.target.prefix(), cursor, PAGE)
            : new Request.Look(watching.target.key());
    watching.router.ask(index, request).answer().onSuccess(answer -> shown(asked, answer));
  }

  private void shown(int asked, CallResult answer) {
    if (watching.isOver()) {
      return;
    }
    if (asked != attempt || !live) {
      watching.shown(null);
    } else if (CallResults.problem(answer) != null) {
      watching.showLater();
    } else {
      show(CallResults.reply(answer));
      watching.shown(cursor == 0 ? this : null);
    }
  }

  private void show(Reply reply) {
    if (reply instanceof Reply.KeyState state) {
      for (HolderView holder : state.holders()) {
        watching.watcher.shown(index, state.key(), holder);
      }
      cursor = 0;
    } else {
      Reply.Page page = (Reply.Page) reply;
      List<Reply.Listed> keys = page.keys();
      keys.forEach(listed -> watching.watcher.shown(index, listed.key(), listed.holder()));
      cursor = page.next();
    }
    if (cursor == 0) {
      snapshotWanted = false;
      synchronised = true;
      watching.watcher.synchronised(index);
    }
  }
}
