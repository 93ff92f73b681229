package io.tenure.door;

import io.tenure.api.Outcome;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import io.tenure.wire.WatchTarget;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Combines the watches of all shards concerned into one watch with one cursor. The watch of a shard
 * that is cut is resumed where it stopped. Snapshots are read page by page, one shard after the
 * other, as fast as the listener takes them. Used on the context that began the watch.
 */
public final class MultiShardWatch {

  /** The pause before a shard that is not served is asked for a page again. */
  private static final long ASK_AGAIN_MILLIS = 200;

  /**
   * The time within which the watch must begin. The take-over of a shard in one process takes about
   * as long.
   */
  private static final long BEGIN_WITHIN_NANOS = 1_000_000_000L;

  /**
   * The time after which a shard counts as lost, longer than a take-over by this server takes:
   * after that time another server has the shard.
   */
  private static final long LOST_AFTER_NANOS = 10_000_000_000L;

  /** The number of notices that are buffered until every shard watches. */
  private static final int HELD_MAX = 8_192;

  final Vertx vertx;
  final AdmittedOperation admitted;
  final WatchTarget target;
  final WatchListener watcher;
  private final List<ShardWatch> shards = new ArrayList<>();

  /** The revisions for the next cursor; the array is used again for each cursor. */
  private long[] told = {};

  private final Deque<ShardWatch> owed = new ArrayDeque<>();
  private final Promise<Void> begun = Promise.promise();
  private final Deque<Runnable> held = new ArrayDeque<>();
  private final long startedNanos = System.nanoTime();
  private boolean showing;
  private boolean over;

  private MultiShardWatch(
      Vertx vertx, AdmittedOperation admitted, WatchTarget target, WatchListener watcher) {
    this.vertx = vertx;
    this.admitted = admitted;
    this.target = target;
    this.watcher = watcher;
  }

  /**
   * Begins a watch. Throws when a field is invalid. The listener receives nothing before {@link
   * #begun} completes.
   */
  public static MultiShardWatch begin(
      Vertx vertx, AdmittedOperation admitted, WatchTarget target, WatchListener watcher) {
    MultiShardWatch watching = new MultiShardWatch(vertx, admitted, target, watcher);
    String from = target.from();
    boolean start = WatchTarget.START.equals(from);
    SortedMap<Integer, Long> known =
        from == null || start ? new TreeMap<>() : WatchCursor.parse(from, admitted.shards());
    int first = target.key() == null ? 0 : admitted.shardOf(target.key());
    int last = target.key() == null ? admitted.shards() - 1 : first;
    for (int shard = first; shard <= last; shard++) {
      watching.shards.add(new ShardWatch(watching, shard, known.get(shard), from != null));
    }
    watching.told = new long[watching.shards.size()];
    watching.shards.forEach(ShardWatch::begin);
    return watching;
  }

  /** Completes when every shard watches. Fails with a {@link ProblemException}. */
  public Future<Void> begun() {
    return begun.future();
  }

  /** Returns the cursor up to which everything has been delivered. */
  public String cursor() {
    for (int at = 0; at < told.length; at++) {
      ShardWatch shard = shards.get(at);
      told[at] = shard.synchronised() ? shard.revision() : WatchCursor.UNTOLD;
    }
    return WatchCursor.text(admitted.shards(), shards.get(0).index(), told);
  }

  /** Continues the snapshots, after the listener was full. */
  public void resume() {
    showMore();
  }

  public void end() {
    over = true;
    held.clear();
    owed.clear();
    shards.forEach(ShardWatch::end);
  }

  boolean isOver() {
    return over;
  }

  /** Delivers a notice to the listener, at once or as soon as every shard watches. */
  void tell(Runnable word) {
    if (over) {
      return;
    }
    if (begun.future().isComplete()) {
      word.run();
    } else if (held.size() < HELD_MAX) {
      held.add(word);
    } else {
      refuse(
          Problem.of(Outcome.BUSY, "too many events happen to begin a watch; try again")
              .retryAfter(1_000));
    }
  }

  void answered() {
    if (over || begun.future().isComplete() || !shards.stream().allMatch(ShardWatch::live)) {
      return;
    }
    begun.complete();
    while (!held.isEmpty() && !over) {
      held.remove().run();
    }
    showMore();
  }

  /**
   * Notes that a shard is not watched since {@code sinceNanos}. Returns whether to ask that shard
   * again.
   */
  boolean missed(Problem why, long sinceNanos) {
    boolean beginning = !begun.future().isComplete();
    long now = System.nanoTime();
    if (over) {
      return false;
    }
    if (beginning && (!why.code().passesByItself() || now - startedNanos > BEGIN_WITHIN_NANOS)) {
      refuse(why);
      return false;
    }
    if (!beginning && now - sinceNanos > LOST_AFTER_NANOS) {
      end();
      watcher.lost(why);
      return false;
    }
    return true;
  }

  /** Queues a shard for a snapshot from the beginning. */
  void owe(ShardWatch shard) {
    owed.remove(shard);
    owed.add(shard);
    if (begun.future().isComplete()) {
      showMore();
    }
  }

  void forgive(ShardWatch shard) {
    owed.remove(shard);
  }

  /**
   * Called after a page was shown or could not be shown. {@code done} is the shard if its snapshot
   * is complete, else null.
   */
  void shown(@Nullable ShardWatch done) {
    showing = false;
    if (done != null) {
      owed.remove(done);
    }
    showMore();
  }

  void showLater() {
    vertx.setTimer(ASK_AGAIN_MILLIS, timer -> shown(null));
  }

  private void showMore() {
    ShardWatch next = owed.peek();
    if (next != null && !showing && !over && !watcher.full()) {
      showing = true;
      next.show();
    }
  }

  private void refuse(Problem why) {
    end();
    begun.tryFail(new ProblemException(why));
  }
}
