package io.tenure.shard.commit;

import io.tenure.core.LeaseTable;
import io.tenure.shard.ownership.EpochClaimer;
import io.tenure.store.LeaseStore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the journal of a shard from memory, after the store has lost durable data. It advances
 * to the next epoch, wipes the rest, and writes everything again. It writes in slices of turns,
 * mixed with new changes. It reports to the store when nothing is missing any more, after a
 * rewriting and after a quarantine. Owned by the shard's loop.
 */
public final class LostJournalRewriter {

  private enum Step {
    NONE,
    ADVANCE,
    ADVANCING,
    TELLING,
    COMMITTING,
    CONFIRMING,
    /** In quarantine: the store must still know that something is missing. */
    OWING,
    /** The quarantine is over; the ends that it caused are not durable yet. */
    SETTLING
  }

  /** Records that one turn writes: they take about half a millisecond. */
  public static final int RECORDS_PER_TURN = 512;

  /** The most changes that may wait for the store when the next slice is written. */
  public static final int AHEAD_MAX = 2 * BatchAccumulator.BATCH_MAX;

  private static final long DONE = -1;

  /** The time between two attempts, so that epochs grow slower than seconds. */
  private static final long ADVANCE_EVERY_NANOS = EpochClaimer.CLAIM_EVERY_NANOS;

  private final int shard;
  private final LeaseStore store;
  private final EpochClaimer epochs;
  private final LeaseTable table;
  private final CommitLine line;
  private final RewriteListener listener;
  private Step step = Step.NONE;
  private long cursor;
  private long last;

  /** The doubt of the claim, until the store knows that it is over. */
  private LeaseStore.Doubt doubt = LeaseStore.Doubt.NONE;

  private long againNanos;

  public LostJournalRewriter(
      int shard,
      LeaseStore store,
      EpochClaimer epochs,
      LeaseTable table,
      CommitLine line,
      RewriteListener listener) {
    this.shard = shard;
    this.store = store;
    this.epochs = epochs;
    this.table = table;
    this.line = line;
    this.listener = listener;
  }

  /**
   * Begins after the load of a shard. In doubt, the rewriter reports to the store when nothing is
   * missing any more.
   */
  public void open(long nowNanos, LeaseStore.Claim claim) {
    againNanos = nowNanos;
    if (claim.inDoubt()) {
      doubt = new LeaseStore.Doubt(claim.doubt(), claim.epoch());
      step = Step.OWING;
    }
  }

  public boolean underWay() {
    return step != Step.NONE && step != Step.OWING && step != Step.SETTLING;
  }

  /** Begins the rewriting, or begins it again when the store goes backwards once more. */
  public void begin() {
    if (step != Step.ADVANCE && step != Step.ADVANCING) {
      step = Step.ADVANCE;
      line.suspend();
      listener.writesAnew(shard);
    }
  }

  public void tick(long nowNanos) {
    if (step == Step.ADVANCE && nowNanos - againNanos >= 0) {
      againNanos = nowNanos + ADVANCE_EVERY_NANOS;
      advance();
    } else if (step == Step.TELLING) {
      tell();
    } else if (step == Step.COMMITTING
        // mistake: whole-too-early
        && line.committed() >= last) {
      committed();
    } else if (step == Step.OWING && !inQuarantine()) {
      last = line.taken();
      step = Step.SETTLING;
    } else if (step == Step.SETTLING && line.committed() >= last && nowNanos - againNanos >= 0) {
      againNanos = nowNanos + CommitLine.RETRY_NANOS;
      long asked = line.epoch();
      store
          .whole(shard, asked, LeaseStore.Doubt.NONE)
          .onComplete(done -> paid(asked, done.cause()));
    }
  }

  private void advance() {
    step = Step.ADVANCING;
    epochs.advance().compose(this::wipe).onComplete(this::wiped);
  }

  /**
   * Wipes the rest. If the ownership ended meanwhile, the next ownership needs the rest, so it
   * stays.
   */
  private Future<Long> wipe(LeaseStore.Advance advance) {
    return line.broken()
        ? Future.failedFuture(new IllegalStateException("the ownership is over"))
        : store.wipe(shard, advance.epoch()).map(nothing -> advance.epoch());
  }

  private void wiped(AsyncResult<Long> wiped) {
    if (wiped.succeeded()) {
      line.beginAnew(wiped.result());
      cursor = 0;
      step = Step.TELLING;
    } else {
      failed(wiped.cause(), Step.ADVANCE);
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
   * Reports to the store. In quarantine not even this server has everything. Its own data becomes
   * durable, so that it may answer. But the store must not forget that a holder may believe in a
   * lease that no server has. A quarantine that has just ended has ended sessions, and these ends
   * may not be durable yet: the doubt is over only after {@link Step#SETTLING}.
   */
  private void committed() {
    step = Step.CONFIRMING;
    long asked = line.epoch();
    store.whole(shard, asked, doubt).onComplete(done -> confirmed(asked, done.cause()));
  }

  private boolean inQuarantine() {
    return table.stats().quarantineMillis() > 0;
  }

  private void paid(long asked, @Nullable Throwable failure) {
    if (step == Step.SETTLING && asked == line.epoch()) {
      if (failure == null) {
        step = Step.NONE;
        doubt = LeaseStore.Doubt.NONE;
      } else {
        again(failure, Step.SETTLING);
      }
    }
  }

  private void confirmed(long asked, @Nullable Throwable failure) {
    if (step != Step.CONFIRMING || asked != line.epoch()) {
      return;
    }
    if (failure == null) {
      step = doubt.equals(LeaseStore.Doubt.NONE) ? Step.NONE : Step.OWING;
      listener.wroteAnew(shard);
      line.whole();
    } else {
      again(failure, Step.COMMITTING);
    }
  }

  /**
   * Tries again. A refusal may mean that the epoch has advanced meanwhile; an extension reports a
   * loss.
   */
  private void again(Throwable cause, Step next) {
    step = next;
    if (cause instanceof LeaseStore.WentBackwards) {
      begin();
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
