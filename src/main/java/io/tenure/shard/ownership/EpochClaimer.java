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
 * Claims the epochs of one shard, and decides when their numbers may be used. An epoch is the
 * second of its claim, by the clock of the store, so that tokens grow even if the store has lost
 * everything. Two claims within one second put the epoch ahead of that clock. Its numbers may be
 * used when the clock has reached it; until then an owner that advances uses its old numbers. After
 * a claim in doubt the shard also waits until an owner that the store has forgotten must be silent.
 * Owned by the shard's loop.
 */
public final class EpochClaimer {

  /**
   * The time between two claims, or advances, that are granted, so that epochs grow slower than
   * seconds.
   */
  public static final long CLAIM_EVERY_NANOS = 1_100_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(EpochClaimer.class);

  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final long YEAR_2020_MILLIS = 1_577_836_800_000L;
  private static final int MILLIS_PER_SECOND = 1_000;

  private final int shard;
  private final Ownership ownership;
  private final LongSupplier realTime;
  private final Clock clock;
  private final Consumer<Throwable> failed;

  /** The epoch that is claimed and not in use yet; null when there is none. */
  private @Nullable Epoch next;

  /** Whether the store lacked durable changes when it gave that epoch. */
  private boolean torn;

  /**
   * The instant from which the claimed epoch may be used. It is an instant of the monotonic clock:
   * a wall clock that is set forward must not shorten a wait.
   */
  private long reachedNanos;

  /**
   * The time for which the last claim waits for a forgotten owner to be silent; 0 without a doubt.
   */
  private long forgottenMillis;

  private String trouble = "";

  /** {@code failed} receives the cause of each claim and advance that fails. */
  public EpochClaimer(
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

  /** The reason why the last claim failed; empty when it did not. */
  public String trouble() {
    return trouble;
  }

  public Future<LeaseStore.Advance> advance() {
    return ownership
        .advance()
        .onSuccess(
            advance -> {
              given(advance.given());
              torn = advance.wentBackwards();
            })
        .onComplete(this::heard);
  }

  private void given(Epoch epoch) {
    next = epoch;
    torn = false;
    long aheadMillis = epoch.aheadMillis();
    if (aheadMillis > Epoch.AHEAD_MILLIS_MAX) {
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
   * Whether the claimed shard may be served. In doubt, the same Redis must have confirmed the
   * ownership of this server all the time. Another Redis meanwhile may have let the forgotten owner
   * continue.
   */
  public boolean mayOpen() {
    return reached() && (forgottenMillis == 0 || confirmedSinceReached());
  }

  private boolean confirmedSinceReached() {
    return ownership.confirmedSince(realTime.getAsLong() - (clock.nanos() - reachedNanos));
  }

  /**
   * Whether a shard that was claimed in doubt must be claimed anew, because the store is not the
   * same Redis any more, or because another server knows of a longer promise.
   */
  public boolean mustClaimAnew() {
    if (forgottenMillis == 0) {
      return false;
    }
    boolean lost = ownership.wentBackwards();
    boolean moved = ownership.elsewhere();
    boolean learns = ownership.learns();
    return lost || moved || learns;
  }

  /** The event that the opening waits for. */
  public String awaits() {
    return forgottenMillis > 0
        ? "waits "
            + forgottenMillis
            + " ms for an owner that the store may have forgotten to be silent"
        : "waits until the clock of the store has reached its epoch";
  }

  /** Whether the clock of the store has reached the epoch claimed last. */
  boolean reached() {
    return clock.nanos() - reachedNanos >= 0;
  }

  /** Makes the table continue under the epoch claimed last, when the clock has reached it. */
  public void enter(LeaseTable table) {
    Epoch claimed = next;
    if (claimed != null && reached()) {
      next = null;
      if (torn) {
        table.enterTorn(claimed.number(), claimed.microsOfSecond());
      } else {
        table.enter(claimed.number(), claimed.microsOfSecond());
      }
    }
  }

  public long wallSeconds() {
    return Math.max(0, clock.wallMillis() - YEAR_2020_MILLIS) / MILLIS_PER_SECOND;
  }
}
