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
 * One watch over all the shards it concerns, with one cursor. A shard that is lost is asked again
 * from where it was; snapshots are taken page by page, one shard after the other, as fast as the
 * watcher takes them. Used on the context that began it.
 */
public final class MultiShardWatch {

  /** Between two questions for a page of a shard that is not served. */
  private static final long ASK_AGAIN_MILLIS = 200;

  /** At the beginning: about what a shard needs to be taken over in one process. */
  private static final long BEGIN_WITHIN_NANOS = 1_000_000_000L;

  /** Longer than a take-over by this server takes; after that another one has the shard. */
  private static final long LOST_AFTER_NANOS = 10_000_000_000L;

  /** Events that come in while the last shards are asked. */
  private static final int HELD_MAX = 8_192;

  final Vertx vertx;
  final Gateway gateway;
  final Caller caller;
  final WatchTarget target;
  final WatchListener watcher;
  private final List<ShardWatch> shards = new ArrayList<>();

  /** For the next cursor. */
  private long[] told = {};

  private final Deque<ShardWatch> owed = new ArrayDeque<>();
  private final Promise<Void> begun = Promise.promise();
  private final Deque<Runnable> held = new ArrayDeque<>();
  private final long startedNanos = System.nanoTime();
  private boolean showing;
  private boolean over;

  private MultiShardWatch(
      Vertx vertx, Gateway gateway, Caller caller, WatchTarget target, WatchListener watcher) {
    this.vertx = vertx;
    this.gateway = gateway;
    this.caller = caller;
    this.target = target;
    this.watcher = watcher;
  }

  /** Throws what names a field. The watcher hears nothing before {@link #begun}. */
  public static MultiShardWatch begin(
      Vertx vertx, Gateway gateway, Caller caller, WatchTarget target, WatchListener watcher) {
    MultiShardWatch watching = new MultiShardWatch(vertx, gateway, caller, target, watcher);
    String from = target.from();
    boolean start = WatchTarget.START.equals(from);
    SortedMap<Integer, Long> known =
        from == null || start ? new TreeMap<>() : WatchCursor.parse(from, gateway.shards());
    int first = target.key() == null ? 0 : gateway.shardOf(target.key());
    int last = target.key() == null ? gateway.shards() - 1 : first;
    for (int shard = first; shard <= last; shard++) {
      watching.shards.add(new ShardWatch(watching, shard, known.get(shard), from != null));
    }
    watching.told = new long[watching.shards.size()];
    watching.shards.forEach(ShardWatch::begin);
    return watching;
  }

  /** When every shard watches. Fails with a {@link ProblemException}. */
  public Future<Void> begun() {
    return begun.future();
  }

  /** Everything up to here has been told. */
  public String cursor() {
    for (int at = 0; at < told.length; at++) {
      ShardWatch shard = shards.get(at);
      told[at] = shard.synchronised() ? shard.revision() : WatchCursor.UNTOLD;
    }
    return WatchCursor.text(gateway.shards(), shards.get(0).index(), told);
  }

  /** The watcher is not full any more. */
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

  /** Tells the watcher, at once or when all have begun. */
  void tell(Runnable word) {
    if (over) {
      return;
    }
    if (begun.future().isComplete()) {
      word.run();
    } else if (held.size() < HELD_MAX) {
      held.add(word);
    } else {
      refuse(Problem.of(Outcome.BUSY, "too much happens to begin a watch").retryAfter(1_000));
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
   * A shard is not watched; {@code sinceNanos}: since when not. Returns whether to ask it again.
   */
  boolean missed(Problem why, long sinceNanos) {
    boolean beginning = !begun.future().isComplete();
    long now = System.nanoTime();
    if (over) {
      return false;
    }
    if (beginning && (!passes(why) || now - startedNanos > BEGIN_WITHIN_NANOS)) {
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

  /** The shard has to be shown from the beginning. */
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

  /** A page was shown, or could not be; {@code shard} has more when it is not done. */
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

  private static boolean passes(Problem problem) {
    return problem.code() == Outcome.UNAVAILABLE
        || problem.code() == Outcome.UNKNOWN
        || problem.code() == Outcome.BUSY;
  }
}
