package io.tenure.door;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link MultiShardWatch} for one shard. The shard pushes no snapshots: the watch
 * asks for page after page, so that a listener never receives more than it can take. The listener
 * sees the order of the shard: each page comes between the events at the point where the page is
 * true.
 */
final class ShardWatch implements ResumableWatch.Listener {

  private static final int PAGE = 256;

  private final MultiShardWatch watching;
  private final int index;
  private final ResumableWatch watch;
  private boolean live;

  /** Whether everything up to {@code revision} has been delivered. */
  private boolean synchronised;

  private boolean snapshotWanted;
  private long revision;
  private long cursor;

  /**
   * Grows with every beginning of the watch, so that a page for an earlier beginning is recognised.
   */
  private int attempt;

  private long missingSinceNanos = System.nanoTime();

  ShardWatch(MultiShardWatch watching, int index, @Nullable Long known, boolean snapshotWanted) {
    this.watching = watching;
    this.index = index;
    synchronised = known != null;
    revision = known == null ? 0 : known;
    this.snapshotWanted = known == null && snapshotWanted;
    long from = known == null ? PerShardRequest.FROM_NOW : known;
    watch =
        new ResumableWatch(
            watching.vertx,
            watching.admitted,
            index,
            new PerShardRequest.Watch(watching.target.key(), watching.target.prefix(), from),
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

  /**
   * Notes that the shard is lost. If not everything up to the revision was delivered, the snapshot
   * begins anew.
   */
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

  /** Asks for the next page, and shows that page. */
  void show() {
    int asked = attempt;
    Key key = watching.target.key();
    Call page =
        key == null
            ? watching.admitted.ask(
                index, new PerShardRequest.Browse(watching.target.prefix(), cursor, PAGE))
            : watching.admitted.ask(new Request.Look(key));
    page.answer().onSuccess(answer -> shown(asked, answer));
  }

  private void shown(int asked, CallResult answer) {
    if (watching.isOver()) {
      return;
    }
    if (asked != attempt || !live) {
      watching.shown(null);
    } else if (ResultProblems.problem(answer) != null) {
      watching.showLater();
    } else {
      show(ResultProblems.reply(answer));
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
      PerShardReply.Page page = (PerShardReply.Page) reply;
      List<PerShardReply.Listed> keys = page.keys();
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
