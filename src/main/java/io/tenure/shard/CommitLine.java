package io.tenure.shard;

import io.tenure.api.Reply;
import io.tenure.api.WatchNotice;
import io.tenure.core.Change;
import io.tenure.core.ShardMessage;
import io.tenure.store.LeaseStore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a shard's changes become durable and its words may leave: one batch open, at
 * most one in flight. A batch that is refused breaks the line, and the shard reloads; one whose
 * outcome nobody knows is sent again as it was, because the store keeps a batch once. Owned by the
 * shard's loop.
 */
public final class CommitLine {

  /** Larger batches hold the store up for longer than is worth it; one turn may be larger. */
  public static final int BATCH_MAX = 4_096;

  /**
   * What even a slow network carries within a call's two seconds, spelled out; but for one turn.
   */
  public static final int BATCH_BYTES_MAX = 1 << 19;

  /** Beyond this the store is too slow for what is asked: hold new requests back. */
  public static final int WAITING_MAX = 65_536;

  /** The same for memory: of 64 shards that all wait it takes a gigabyte. */
  public static final int WAITING_BYTES_MAX = 1 << 24;

  /** Where words go when they may leave. */
  public interface CommitListener {
    void reply(long ticket, Reply reply);

    void push(long watcher, WatchNotice notice);

    void tell(int shard, ShardMessage message);

    /** The change that this answer stands behind may or may not have been kept. */
    void unknown(long ticket);

    /** All changes up to this place count as durable. */
    void settled(long change);

    /** The store has kept all changes up to this place. */
    default void kept(long change) {}

    /**
     * There is more to send: {@link #flush} soon, when whoever was answered just now has had the
     * time to ask for something else.
     */
    void breathe();

    /** The store has lost what it had kept: {@link #suspend}, claim, and {@link #beginAnew}. */
    void wentBackwards();

    /** The line is broken: drop the table, reload. Said once, after the last unknown. */
    void stepDown(Throwable cause);
  }

  private record Batch(long last, List<Change> changes) {}

  private final LeaseStore store;
  private final int shard;
  private final boolean relaxed;
  private final CommitListener listener;
  private final BatchAccumulator accumulator = new BatchAccumulator();
  private final DeferredReplies deferred = new DeferredReplies();

  private long epoch;
  private long taken;
  private long committed;

  /** Pushes leave in order: each stands behind whatever an earlier one stands behind. */
  private long pushed;

  private boolean inFlight;
  private boolean suspended;

  /** The claim of the next epoch failed, and is tried again by {@link #retry}. */
  private boolean claimWaits;

  private boolean broken;
  private boolean lost;

  /**
   * What must not leave before it is kept although the line is relaxed, by place. Nothing overtakes
   * it: whoever follows the shard hears in order.
   */
  private final TreeSet<Long> guarded = new TreeSet<>();

  /** What was committed is not what the store has: nothing counts as durable until all is. */
  private boolean anew;

  /** Counts beginnings: what comes back from before the last one means nothing. */
  private int beginnings;

  private @Nullable Batch unsure;
  private @Nullable Supplier<Future<Long>> claim;

  /** {@code relaxed}: replies leave at once, and the store follows. */
  public CommitLine(LeaseStore store, int shard, boolean relaxed, CommitListener listener) {
    this.store = store;
    this.shard = shard;
    this.relaxed = relaxed;
    this.listener = listener;
  }

  /** Sends under this epoch from now on. */
  public void enter(long claimed) {
    epoch = claimed;
  }

  /** Takes a change into the open batch and returns its place, counted from 1. */
  public long change(Change change) {
    accumulator.add(change);
    return ++taken;
  }

  /** What stands behind the change at {@code place} waits for the store, even if relaxed. */
  public void guard(long place) {
    if (relaxed) {
      guarded.add(place);
    }
  }

  public void reply(long ticket, long behind, Reply reply) {
    leave(behind, new DeferredEffect.Answer(ticket, reply));
  }

  public void push(long watcher, long behind, WatchNotice notice) {
    pushed = Math.max(pushed, behind);
    leave(pushed, new DeferredEffect.Push(watcher, notice));
  }

  public void tell(int to, long behind, ShardMessage message) {
    leave(behind, new DeferredEffect.Tell(to, message));
  }

  /** Ends a turn; what it changed is sent with the next {@link #flush}. */
  public void endTurn() {
    if (accumulator.endTurn() && relaxed && !broken) {
      listener.settled(Math.min(taken, horizon()));
    }
  }

  /** Ends a turn: sends the open batch unless one is in flight. */
  public void flush() {
    endTurn();
    if (broken || suspended || inFlight || unsure != null) {
      return;
    }
    Supplier<Future<Long>> due = anew ? null : claim;
    if (due != null && !claimWaits) {
      inFlight = true;
      int sent = beginnings;
      due.get().onComplete(result -> moved(sent, result));
    } else if (due == null && !accumulator.isEmpty()) {
      List<Change> batch = accumulator.takeBatch();
      send(new Batch(committed + batch.size(), batch));
    }
  }

  /** Sends a batch again whose outcome nobody knows, or a claim. */
  public void retry() {
    claimWaits = false;
    Batch again = unsure;
    if (again != null && !suspended && !broken) {
      unsure = null;
      send(again);
    }
  }

  private void send(Batch batch) {
    inFlight = true;
    int sent = beginnings;
    store
        .append(shard, epoch, committed + 1, batch.changes)
        .onComplete(result -> appended(sent, batch, result));
  }

  /**
   * Claims the next epoch between two batches, so that none is refused for its old one; not before
   * a store that is told everything anew is {@link #whole}.
   */
  public void moveOn(Supplier<Future<Long>> nextEpoch) {
    claim = nextEpoch;
  }

  /** Sends nothing more, and what is on its way means nothing, until {@link #beginAnew}. */
  public void suspend() {
    suspended = true;
    beginnings++;
  }

  /**
   * The shard will say everything again under {@code newEpoch}, as changes that follow from here.
   * What waits to leave goes on waiting, until {@link #whole}.
   */
  public void beginAnew(long newEpoch) {
    accumulator.clear();
    unsure = null;
    claimWaits = false;
    inFlight = false;
    suspended = false;
    epoch = newEpoch;
    committed = taken;
    anew = true;
  }

  /** All that was to be said again is durable. */
  public void whole() {
    anew = false;
    kept();
  }

  /** The epoch under which it sends. */
  long epoch() {
    return epoch;
  }

  /** The place of the last change taken. */
  public long taken() {
    return taken;
  }

  /** The place up to which the store has everything that was sent. */
  public long committed() {
    return committed;
  }

  /** Answers and pushes that wait for the store. */
  int parked() {
    return deferred.size();
  }

  public boolean full() {
    return accumulator.full() || deferred.size() >= WAITING_MAX;
  }

  /** Whether nothing is on its way to the store, or waits for it. */
  public boolean idle() {
    return accumulator.isEmpty() && !inFlight && unsure == null && claim == null;
  }

  /** Whether its reign is over. */
  boolean broken() {
    return broken;
  }

  /** Whether it broke before the store had kept every change. */
  public boolean lost() {
    return lost;
  }

  /** Whether the store has failed to say what became of the last batch, or claim. */
  public boolean unsure() {
    return unsure != null || claimWaits;
  }

  /** Breaks the line: whatever is parked is unknown, whatever comes later is too. */
  public void stepDown(Throwable cause) {
    if (broken) {
      return;
    }
    broken = true;
    lost = !idle();
    accumulator.clear();
    for (DeferredEffect never = deferred.takeUpTo(Long.MAX_VALUE);
        never != null;
        never = deferred.takeUpTo(Long.MAX_VALUE)) {
      never.fail(listener);
    }
    listener.stepDown(cause);
  }

  private void appended(int sent, Batch batch, AsyncResult<Void> result) {
    if (broken || sent != beginnings) {
      return;
    }
    // mistake: unknown-is-kept
    if (result.failed()) {
      failed(result.cause(), batch);
      return;
    }
    inFlight = false;
    committed = batch.last;
    if (!anew) {
      kept();
    }
    if (accumulator.fillsBatch()) {
      flush();
    } else if (!idle()) {
      listener.breathe();
    }
  }

  private void moved(int sent, AsyncResult<Long> result) {
    if (broken || sent != beginnings) {
      return;
    }
    if (result.failed()) {
      failed(result.cause(), null);
      return;
    }
    claim = null;
    inFlight = false;
    epoch = result.result();
    flush();
  }

  private void failed(Throwable cause, @Nullable Batch batch) {
    inFlight = false;
    if (cause instanceof LeaseStore.Refused) {
      stepDown(cause);
    } else {
      unsure = batch;
      claimWaits = batch == null;
      if (cause instanceof LeaseStore.WentBackwards) {
        listener.wentBackwards();
      }
    }
  }

  /**
   * Guards are lifted and what is parked is released in one step, or the next one would overtake.
   */
  private void kept() {
    guarded.headSet(committed, true).clear();
    listener.kept(committed);
    release();
    if (!broken) {
      listener.settled(committed);
    }
  }

  private void release() {
    long upTo = horizon();
    for (DeferredEffect next = deferred.takeUpTo(upTo);
        next != null;
        next = deferred.takeUpTo(upTo)) {
      leave(0, next);
    }
  }

  /** Whether what stands behind this change may leave. */
  public boolean durable(long behind) {
    // mistake: no-waiting
    return behind <= horizon();
  }

  /** What stands behind no later change than this may leave. */
  private long horizon() {
    if (relaxed) {
      return guarded.isEmpty() ? Long.MAX_VALUE : guarded.first() - 1;
    }
    return anew ? 0 : committed;
  }

  private void leave(long behind, DeferredEffect effect) {
    if (broken) {
      effect.fail(listener);
    } else if (durable(behind)) {
      effect.say(listener);
    } else {
      deferred.add(behind, effect);
    }
  }
}
