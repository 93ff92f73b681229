package io.tenure.shard.ownership;

import io.tenure.api.ExclusionMargins;
import io.tenure.core.LeaseTable;
import io.tenure.shard.loop.Clock;
import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Epoch;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The epochs of one shard, and when their numbers may be given. An epoch is the second in which it
 * was claimed by the clock of the store, so that tokens grow though the store has lost everything;
 * two claims of one second put it ahead of that clock. Its numbers are given when the clock has
 * reached it: until then an owner that advances goes on with the numbers it has. One that was
 * claimed in doubt waits as well until an owner that the store has forgotten must be silent. Owned
 * by the shard's loop.
 */
public final class Epochs {

  /** Between two claims, or advances, that are granted, so that epochs grow slower than seconds. */
  public static final long CLAIM_EVERY_NANOS = 1_100_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(Epochs.class);

  /**
   * Further ahead than claims that follow each other come: a clock was set back, or another machine
   * is the store now. To wait for it could take for ever.
   */
  static final long AHEAD_MILLIS_MAX = 5_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final long YEAR_2020_MILLIS = 1_577_836_800_000L;
  private static final int MILLIS_PER_SECOND = 1_000;

  private final int shard;
  private final Ownership ownership;
  private final LongSupplier realTime;
  private final Clock clock;
  private final Consumer<Throwable> failed;

  /** Claimed, and its numbers are not given yet. */
  private @Nullable Epoch next;

  /** By the monotonic clock: a wall clock that is set forward must not shorten a wait. */
  private long reachedNanos;

  /** For so long the last claim keeps out of the way of a forgotten owner; 0 without a doubt. */
  private long forgottenMillis;

  private String trouble = "";

  /** {@code failed} hears of each claim and advance that fails. */
  public Epochs(
      int shard,
      Ownership ownership,
      LongSupplier realTime,
      Clock clock,
      Consumer<Throwable> failed) {
    this.shard = shard;
    this.ownership = ownership;
    this.realTime = realTime;
    this.clock = clock;
    this.failed = failed;
  }

  public Future<LeaseStore.Claim> claim(boolean answeredInVain) {
    next = null;
    return ownership
        .claim(answeredInVain)
        .onSuccess(
            claim -> {
              // mistake: doubt-serves-at-once
              forgottenMillis = claim.forgottenOwnershipMillis();
              given(claim.given());
              reachedNanos = later(reachedNanos, fromNow(forgottenMillis));
            })
        .onComplete(this::heard);
  }

  private void heard(AsyncResult<?> claim) {
    trouble = claim.succeeded() ? "" : String.valueOf(claim.cause().getMessage());
    if (claim.failed()) {
      failed.accept(claim.cause());
    }
  }

  /** Why the last claim failed; empty when it did not. */
  public String trouble() {
    return trouble;
  }

  public Future<LeaseStore.Advance> advance() {
    return ownership.advance().onSuccess(advance -> given(advance.given())).onComplete(this::heard);
  }

  private void given(Epoch epoch) {
    next = epoch;
    long aheadMillis = epoch.aheadMillis();
    if (aheadMillis > AHEAD_MILLIS_MAX) {
      LOG.warn(
          "shard {}: its tokens are {} s ahead of the clock of the store; they may step back if"
              + " the store loses everything before that clock has caught up",
          shard,
          aheadMillis / MILLIS_PER_SECOND);
      aheadMillis = 0;
    }
    reachedNanos = fromNow(aheadMillis);
  }

  private long fromNow(long millis) {
    return clock.nanos() + ExclusionMargins.withDriftMillis(millis) * NANOS_PER_MILLI;
  }

  private static long later(long nanos, long others) {
    return nanos - others > 0 ? nanos : others;
  }

  /**
   * Whether what was claimed may be served. In doubt the same Redis must have owned it to this
   * server all the time: another one in between may have let the forgotten owner go on.
   */
  public boolean mayOpen() {
    return reached() && (forgottenMillis == 0 || confirmedSinceReached());
  }

  private boolean confirmedSinceReached() {
    return ownership.confirmedSince(realTime.getAsLong() - (clock.nanos() - reachedNanos));
  }

  /** What was claimed in doubt is to be claimed anew: it is not the same Redis any more. */
  public boolean mustClaimAnew() {
    if (forgottenMillis == 0) {
      return false;
    }
    boolean lost = ownership.wentBackwards();
    boolean moved = ownership.elsewhere();
    return lost || moved;
  }

  /** What the opening waits for. */
  public String awaits() {
    return forgottenMillis > 0
        ? "waits "
            + forgottenMillis
            + " ms for an owner that the store may have forgotten to be silent"
        : "waits until the clock of the store has reached its epoch";
  }

  /** Whether the clock has come to the epoch claimed last. */
  boolean reached() {
    return clock.nanos() - reachedNanos >= 0;
  }

  /** Has the table go on under the epoch claimed last, when the clock has reached it. */
  public void enter(LeaseTable table) {
    Epoch claimed = next;
    if (claimed != null && reached()) {
      next = null;
      table.enter(claimed.number(), claimed.microsOfSecond());
    }
  }

  public long wallSeconds() {
    return Math.max(0, clock.wallMillis() - YEAR_2020_MILLIS) / MILLIS_PER_SECOND;
  }
}
