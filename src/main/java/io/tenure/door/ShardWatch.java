package io.tenure.door;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.ShardRequest;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link MultiShardWatch} that concerns one shard. Snapshots are not those the shard
 * would push: it is asked for page after page, so that a watcher is never sent more than it takes.
 * Shard and watcher see the same order: pages come between the events where they are true.
 */
final class ShardWatch implements ResumableWatch.Listener {

  private static final int PAGE = 256;

  private final MultiShardWatch watching;
  private final int index;
  private final ResumableWatch watch;
  private boolean live;

  /** Everything up to {@code revision} has been told. */
  private boolean synchronised;

  private boolean snapshotWanted;
  private long revision;
  private long cursor;

  /** Grows with every watch begun, so that a page of an earlier one is known. */
  private int attempt;

  private long missingSinceNanos = System.nanoTime();

  ShardWatch(MultiShardWatch watching, int index, @Nullable Long known, boolean snapshotWanted) {
    this.watching = watching;
    this.index = index;
    synchronised = known != null;
    revision = known == null ? 0 : known;
    this.snapshotWanted = known == null && snapshotWanted;
    long from = known == null ? ShardRequest.FROM_NOW : known;
    watch =
        new ResumableWatch(
            watching.vertx,
            watching.gateway,
            watching.caller,
            index,
            new ShardRequest.Watch(watching.target.key(), watching.target.prefix(), from),
            this);
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

  void begin() {
    watch.begin();
  }

  void end() {
    watch.end();
    live = false;
  }

  @Override
  public void began(long from, boolean anew) {
    attempt++;
    live = true;
    if (anew && synchronised) {
      synchronised = false;
      snapshotWanted = true;
    }
    if (!synchronised) {
      revision = from;
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

  @Override
  public void happened(LeaseEvent event) {
    watching.tell(
        () -> {
          revision = event.revision();
          watching.watcher.happened(index, event);
        });
  }

  /** Before it is lost a shard has told all up to its revision, or its snapshot begins anew. */
  @Override
  public boolean missed(Problem why) {
    if (live) {
      live = false;
      missingSinceNanos = System.nanoTime();
      watching.forgive(this);
      if (!synchronised) {
        snapshotWanted = true;
        watch.forget();
      }
    }
    return watching.missed(why, missingSinceNanos);
  }

  /** Shows another page. */
  void show() {
    int asked = attempt;
    Key key = watching.target.key();
    Call page =
        key == null
            ? watching.gateway.ask(
                watching.caller,
                index,
                new ShardRequest.Browse(watching.target.prefix(), cursor, PAGE))
            : watching.gateway.ask(watching.caller, new Request.Look(key));
    page.answer().onSuccess(answer -> shown(asked, answer));
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
