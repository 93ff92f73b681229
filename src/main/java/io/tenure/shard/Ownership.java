package io.tenure.shard;

import io.tenure.store.LeaseStore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A server's right to speak for one shard: an epoch, and an instant of real time after which it
 * must be silent. The store frees the shard for a successor only later than that, because it counts
 * the same term from when it heard of it. Never judged by the lease clock, which stands still in a
 * stall. Owned by the shard's loop.
 */
public final class Ownership {

  /** Of the term, given away for clocks that run at different rates and for the way out. */
  private static final int MARGIN_DIVISOR = 10;

  private static final int EXTENSIONS_PER_TERM = 3;

  /** Who owns for ever asks all the same, to hear of it when somebody put an end to that. */
  private static final long FOR_EVER_ASKS_MILLIS = 3_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LeaseStore store;
  private final int shard;
  private final String owner;
  private final long termMillis;
  private final LongSupplier nanoTime;
  private boolean owned;
  private boolean extending;
  private boolean wentBackwards;

  /** A claim may have moved the epoch on without our knowing: what is refused then says nothing. */
  private boolean unsure;

  private long epoch;

  /** Counts claims and what makes them void: a late answer to an earlier one means nothing. */
  private long attempts;

  private long silentFromNanos;
  private long extendAtNanos;

  public Ownership(
      LeaseStore store, int shard, String owner, long termMillis, LongSupplier nanoTime) {
    this.store = store;
    this.shard = shard;
    this.owner = owner;
    this.termMillis = termMillis;
    this.nanoTime = nanoTime;
  }

  /** Also moves an owned shard on to its next epoch, which is {@code epochMin} or a later one. */
  public Future<LeaseStore.Claim> claim(long epochMin) {
    long sentNanos = nanoTime.getAsLong();
    long attempt = ++attempts;
    unsure = owned;
    return store
        .claim(shard, owner, Math.max(epochMin, epoch + 1), termMillis)
        .onComplete(
            claim -> {
              if (attempt == attempts) {
                claimed(sentNanos, claim);
              }
            });
  }

  private void claimed(long sentNanos, AsyncResult<LeaseStore.Claim> claim) {
    if (claim.succeeded()) {
      unsure = false;
      owned = true;
      // What the store had lost before, the claim itself has found out.
      wentBackwards = false;
      epoch = claim.result().epoch();
      silentFromNanos = silentFrom(sentNanos);
      extendAtNanos = extendAt(sentNanos);
    } else if (claim.cause() instanceof LeaseStore.Refused) {
      unsure = false;
    }
  }

  /** Asked before every acknowledgement leaves. */
  public boolean holds() {
    return forEver() ? owned : holds(nanoTime.getAsLong());
  }

  boolean holds(long nowNanos) {
    return owned && (forEver() || nowNanos - silentFromNanos < 0);
  }

  private boolean forEver() {
    return termMillis == LeaseStore.FOR_EVER;
  }

  /** Whether the store has lost what it knew of this ownership; said once. */
  boolean wentBackwards() {
    boolean lost = wentBackwards;
    wentBackwards = false;
    return lost;
  }

  /** Asks the store for a longer term when it is time. */
  public void tick() {
    long nowNanos = nanoTime.getAsLong();
    if (owned && !extending && !unsure && nowNanos - extendAtNanos >= 0) {
      extending = true;
      long asked = epoch;
      store
          .extend(shard, owner, asked, termMillis)
          .onComplete(done -> extended(asked, nowNanos, done.cause()));
    }
  }

  public long epoch() {
    return epoch;
  }

  /** Silent from now on. */
  public void giveUp() {
    owned = false;
    attempts++;
  }

  private void extended(long asked, long sentNanos, @Nullable Throwable failure) {
    extending = false;
    boolean unknown = failure != null && !(failure instanceof LeaseStore.Refused);
    wentBackwards |= asked == epoch && !unsure && failure instanceof LeaseStore.WentBackwards;
    extendAtNanos = unknown ? nanoTime.getAsLong() + retryNanos() : extendAt(sentNanos);
    if (asked != epoch || unsure) {
      return;
    }
    if (failure == null) {
      silentFromNanos = silentFrom(sentNanos);
    } else if (failure instanceof LeaseStore.Refused) {
      owned = false;
    }
  }

  private long silentFrom(long sentNanos) {
    long termNanos = termNanos();
    return sentNanos + termNanos - termNanos / MARGIN_DIVISOR;
  }

  private long retryNanos() {
    return termNanos() / (EXTENSIONS_PER_TERM * MARGIN_DIVISOR);
  }

  private long extendAt(long sentNanos) {
    return sentNanos + termNanos() / EXTENSIONS_PER_TERM;
  }

  private long termNanos() {
    long millis = forEver() ? FOR_EVER_ASKS_MILLIS : termMillis;
    return millis * NANOS_PER_MILLI;
  }
}
