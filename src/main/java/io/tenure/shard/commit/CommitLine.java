package io.tenure.shard.commit;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the changes of a shard durable in order, and releases the effects that depend on them. One
 * batch is open, and at most one is on its way to the store. A batch that the store refuses breaks
 * the line, and the shard loads anew. A batch with an unknown outcome is sent again unchanged,
 * because the store applies a batch only once. Owned by the shard's loop.
 */
public final class CommitLine {

  /** The time between two attempts to send a batch with an unknown outcome. */
  public static final long RETRY_NANOS = 50_000_000L;

  /** Receives the results for the changes of a line. */
  public interface Listener {

    /** All changes up to this number count as durable. */
    void settled(long change);

    /** All changes up to this number are durable in the store. */
    void durable(long changeNumber);

    /**
     * There are more changes to send. The listener should call {@link #flush} soon, after the
     * callers with new answers have had time for their next requests.
     */
    void breathe();

    /**
     * The store has lost durable data. The listener must call {@link #suspend}, advance, and call
     * {@link #beginAnew}.
     */
    void wentBackwards();

    /**
     * The line is broken: the listener must drop the table and load anew. Called once, after the
     * last effect failed.
     */
    void broke(Throwable cause);
  }

  private record Batch(long last, List<Change> changes) {}

  private final LeaseStore store;
  private final int shard;
  private final boolean relaxed;
  private final Listener listener;
  private final BatchAccumulator accumulator = new BatchAccumulator();
  private final DeferredEffects deferred = new DeferredEffects();
  private CommitState state = CommitState.IDLE;

  private long epoch;
  private long taken;
  private long committed;

  /** The change that the latest notice waits for: notices leave in order. */
  private long noticed;

  /** Whether the line broke before every change was durable. */
  private boolean lost;

  /**
   * Numbers of changes that must be durable before any later effect leaves, even in a relaxed line.
   * No effect overtakes them, because the followers of a shard receive their notices in order.
   */
  private final TreeSet<Long> guarded = new TreeSet<>();

  /**
   * Counts suspensions: the line ignores the answers of the store to calls from before the last
   * one.
   */
  private int suspensions;

  /** The batch that is on its way to the store, or has an unknown outcome. */
  private @Nullable Batch batch;

  /** Claims the next epoch; null when none is wanted. */
  private @Nullable Supplier<Future<Long>> advance;

  /** {@code relaxed}: effects leave at once, and the store follows. */
  public CommitLine(LeaseStore store, int shard, boolean relaxed, Listener listener) {
    this.store = store;
    this.shard = shard;
    this.relaxed = relaxed;
    this.listener = listener;
  }

  /** Sends under this epoch from now on. */
  public void enter(long claimed) {
    epoch = claimed;
  }

  /** Adds a change to the open batch and returns its number, counted from 1. */
  public long change(Change change) {
    accumulator.add(change);
    return ++taken;
  }

  /** Makes effects that depend on this change wait for the store, even in a relaxed line. */
  public void guard(long changeNumber) {
    if (relaxed) {
      guarded.add(changeNumber);
    }
  }

  /** Lets the effect leave when the change with the number {@code behind} is durable. */
  public void leave(long behind, DeferredEffect effect) {
    if (state == CommitState.BROKEN) {
      effect.fail();
    } else if (isDurable(behind)) {
      effect.leave();
    } else {
      deferred.add(behind, effect);
    }
  }

  /** As {@link #leave}, but after every earlier notice: the notice also waits for their changes. */
  public void leaveInOrder(long behind, DeferredEffect notice) {
    noticed = Math.max(noticed, behind);
    leave(noticed, notice);
  }

  /** Ends a turn; its changes are sent with the next {@link #flush}. */
  public void endTurn() {
    if (accumulator.endTurn() && relaxed && state != CommitState.BROKEN) {
      listener.settled(Math.min(taken, horizon()));
    }
  }

  /** Ends a turn: sends the open batch unless one is under way. */
  public void flush() {
    endTurn();
    if (state == CommitState.IDLE && advance != null) {
      claimNextEpoch(advance);
    } else if (state.isReady() && !accumulator.isEmpty()) {
      List<Change> changes = accumulator.takeBatch();
      send(new Batch(committed + changes.size(), changes));
    }
  }

  /** Sends a batch with an unknown outcome again, or permits the next attempt at a claim. */
  public void retry() {
    if (state == CommitState.ADVANCE_FAILED) {
      become(CommitState.IDLE);
    } else if (state.isUnsure() && batch != null) {
      send(batch);
    }
  }

  private void send(Batch next) {
    become(state.onSent());
    batch = next;
    int asked = suspensions;
    store
        .append(shard, epoch, committed + 1, next.changes)
        .onComplete(result -> appended(asked, next, result));
  }

  /**
   * Claims the next epoch between two batches, so that no batch is refused for its old epoch. While
   * the journal is rewritten, the claim waits until the store is {@link #whole}.
   */
  public void moveOn(Supplier<Future<Long>> nextEpoch) {
    advance = nextEpoch;
  }

  private void claimNextEpoch(Supplier<Future<Long>> nextEpoch) {
    become(CommitState.ADVANCING);
    int asked = suspensions;
    nextEpoch.get().onComplete(result -> advanced(asked, result));
  }

  /** Sends nothing more, and ignores the results of pending calls, until {@link #beginAnew}. */
  public void suspend() {
    if (state != CommitState.BROKEN) {
      become(CommitState.SUSPENDED);
      suspensions++;
    }
  }

  /**
   * Begins again under {@code newEpoch}: the shard writes everything again as changes that follow
   * from here. The waiting effects still wait, until {@link #whole}.
   */
  public void beginAnew(long newEpoch) {
    if (state != CommitState.BROKEN) {
      become(CommitState.REWRITING);
      accumulator.clear();
      batch = null;
      epoch = newEpoch;
      committed = taken;
    }
  }

  /** Releases the waiting effects: everything is durable again. */
  public void whole() {
    if (state != CommitState.BROKEN) {
      become(state.onWhole());
      becameDurable();
    }
  }

  private void become(CommitState next) {
    state = CommitState.TRANSITIONS.step(state, next);
  }

  CommitState state() {
    return state;
  }

  /** The epoch under which the line sends. */
  public long epoch() {
    return epoch;
  }

  /** The number of the last change taken. */
  public long taken() {
    return taken;
  }

  /** The number up to which the store has every change that was sent. */
  public long committed() {
    return committed;
  }

  /** The number of effects that wait for the store. */
  public int parked() {
    return deferred.size();
  }

  /** Whether the store is too slow for the load. */
  public boolean full() {
    return accumulator.full() || deferred.size() >= BatchAccumulator.WAITING_MAX;
  }

  /** Whether no change waits for the store or is on its way there. */
  public boolean idle() {
    return accumulator.isEmpty() && batch == null && advance == null;
  }

  /** Whether the ownership is over. */
  public boolean broken() {
    return state == CommitState.BROKEN;
  }

  /** Whether the line broke before every change was durable. */
  public boolean lost() {
    return lost;
  }

  /** Whether the store has not reported the outcome of the last batch, or claim. */
  public boolean unsure() {
    return state.isUnsure();
  }

  /** Breaks the line: all waiting effects and all later effects fail. */
  public void stepDown(Throwable cause) {
    if (state == CommitState.BROKEN) {
      return;
    }
    become(CommitState.BROKEN);
    // mistake: refused-is-durable
    lost = !idle();
    accumulator.clear();
    for (DeferredEffect never = deferred.takeUpTo(Long.MAX_VALUE);
        never != null;
        never = deferred.takeUpTo(Long.MAX_VALUE)) {
      never.fail();
    }
    listener.broke(cause);
  }

  private void appended(int asked, Batch sent, AsyncResult<Void> result) {
    if (state == CommitState.BROKEN || asked != suspensions) {
      return;
    }
    // mistake: unknown-is-kept
    if (result.failed()) {
      failed(result.cause());
      return;
    }
    become(state.onDurable());
    batch = null;
    committed = sent.last;
    if (!state.lacksChanges()) {
      becameDurable();
    }
    if (accumulator.fillsBatch()) {
      flush();
    } else if (!idle()) {
      listener.breathe();
    }
  }

  private void advanced(int asked, AsyncResult<Long> result) {
    if (state == CommitState.BROKEN || asked != suspensions) {
      return;
    }
    if (result.failed()) {
      failed(result.cause());
      return;
    }
    become(CommitState.IDLE);
    advance = null;
    epoch = result.result();
    flush();
  }

  private void failed(Throwable cause) {
    if (cause instanceof LeaseStore.Refused) {
      stepDown(cause);
      return;
    }
    become(state.onSilence());
    if (cause instanceof LeaseStore.WentBackwards) {
      listener.wentBackwards();
    }
  }

  /**
   * Removes guards and releases effects in one step; otherwise the next effect would overtake them.
   */
  private void becameDurable() {
    guarded.headSet(committed, true).clear();
    listener.durable(committed);
    release();
    if (state != CommitState.BROKEN) {
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

  /** Whether effects that depend on this change may leave. */
  public boolean isDurable(long behind) {
    // mistake: no-waiting
    return behind <= horizon();
  }

  /** Returns the last change with effects that may leave. */
  private long horizon() {
    if (relaxed) {
      return guarded.isEmpty() ? Long.MAX_VALUE : guarded.first() - 1;
    }
    return state.lacksChanges() ? 0 : committed;
  }
}
