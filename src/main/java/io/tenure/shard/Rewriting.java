package io.tenure.shard;

import io.tenure.core.LeaseTable;
import io.tenure.store.LeaseStore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * Writes a shard's journal anew from memory, after the store has lost what it had kept: claims the
 * next epoch, wipes what is left, and says everything again in slices of turns, mixed with whatever
 * changes meanwhile. Owned by the shard's loop.
 */
final class Rewriting {

  private enum Step {
    NONE,
    CLAIM,
    CLAIMING,
    TELLING,
    COMMITTING,
    CONFIRMING,
    OWING
  }

  /** Records of one turn: about half a millisecond. */
  static final int RECORDS_PER_TURN = 512;

  /** Changes that may wait for the store before more is said again. */
  static final int AHEAD_MAX = 2 * CommitLine.BATCH_MAX;

  private static final long DONE = -1;

  private final int shard;
  private final LeaseStore store;
  private final Epochs epochs;
  private final LeaseTable table;
  private final CommitLine line;
  private final Probe probe;
  private Step step = Step.NONE;
  private long epoch;
  private long cursor;
  private long last;
  private long againNanos;

  Rewriting(
      int shard, LeaseStore store, Epochs epochs, LeaseTable table, CommitLine line, Probe probe) {
    this.shard = shard;
    this.store = store;
    this.epochs = epochs;
    this.table = table;
    this.line = line;
    this.probe = probe;
  }

  void open(long nowNanos) {
    againNanos = nowNanos;
  }

  boolean underWay() {
    return step != Step.NONE && step != Step.OWING;
  }

  /** Also begins again, when the store goes backwards once more. */
  void begin() {
    if (step != Step.CLAIM && step != Step.CLAIMING) {
      step = Step.CLAIM;
      line.suspend();
      probe.writesAnew(shard);
    }
  }

  void tick(long nowNanos) {
    if (step == Step.CLAIM && nowNanos - againNanos >= 0) {
      againNanos = nowNanos + Shard.CLAIM_EVERY_NANOS;
      claim();
    } else if (step == Step.TELLING) {
      tell();
    } else if (step == Step.COMMITTING && line.committed() >= last) {
      committed();
    } else if (step == Step.OWING && !inQuarantine() && nowNanos - againNanos >= 0) {
      againNanos = nowNanos + Reign.RETRY_NANOS;
      long asked = epoch;
      store.whole(shard, asked).onComplete(done -> paid(asked, done.cause()));
    }
  }

  private void claim() {
    step = Step.CLAIMING;
    epochs.next().compose(this::wipe).onComplete(this::wiped);
  }

  /**
   * Nobody writes again what a reign knew that ended meanwhile: the next one needs what is left.
   */
  private Future<Long> wipe(LeaseStore.Claim claim) {
    return line.broken()
        ? Future.failedFuture(new IllegalStateException("the reign is over"))
        : store.wipe(shard, claim.epoch()).map(nothing -> claim.epoch());
  }

  private void wiped(AsyncResult<Long> wiped) {
    if (wiped.succeeded()) {
      epoch = wiped.result();
      line.beginAnew(epoch);
      epochs.enter(table, epoch);
      cursor = 0;
      step = Step.TELLING;
    } else {
      failed(wiped.cause(), Step.CLAIM);
    }
  }

  private void tell() {
    if (line.taken() - line.committed() > AHEAD_MAX) {
      return;
    }
    cursor = table.image(cursor, RECORDS_PER_TURN, line::change);
    if (cursor == DONE) {
      last = line.taken();
      step = Step.COMMITTING;
    }
  }

  /**
   * In quarantine not even this server has everything. What it has is kept, so that it may answer;
   * but the store must not forget that somebody may believe in what nobody has.
   */
  private void committed() {
    if (inQuarantine()) {
      step = Step.OWING;
      probe.wroteAnew(shard);
      line.whole();
    } else {
      step = Step.CONFIRMING;
      long asked = epoch;
      store.whole(shard, asked).onComplete(done -> confirmed(asked, done.cause()));
    }
  }

  private boolean inQuarantine() {
    return table.census().quarantineMillis() > 0;
  }

  private void paid(long asked, @Nullable Throwable failure) {
    if (step == Step.OWING && asked == epoch) {
      if (failure == null) {
        step = Step.NONE;
      } else {
        failed(failure, Step.OWING);
      }
    }
  }

  private void confirmed(long asked, @Nullable Throwable failure) {
    if (step != Step.CONFIRMING || asked != epoch) {
      return;
    }
    if (failure == null) {
      step = Step.NONE;
      probe.wroteAnew(shard);
      line.whole();
    } else {
      failed(failure, Step.COMMITTING);
    }
  }

  private void failed(Throwable cause, Step again) {
    step = again;
    if (cause instanceof LeaseStore.Refused) {
      line.stepDown(cause);
    } else if (cause instanceof LeaseStore.WentBackwards) {
      begin();
    }
  }
}
