package io.tenure.shard;

import io.tenure.store.LeaseStore;
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
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LeaseStore store;
  private final int shard;
  private final String owner;
  private final long termMillis;
  private final LongSupplier nanoTime;
  private boolean owned;
  private boolean extending;
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
    return store
        .claim(shard, owner, Math.max(epochMin, epoch + 1), termMillis)
        .onSuccess(
            claimed -> {
              if (attempt == attempts) {
                owned = true;
                epoch = claimed.epoch();
                silentFromNanos = silentFrom(sentNanos);
                extendAtNanos = extendAt(sentNanos);
              }
            });
  }

  /** Asked before every acknowledgement leaves. */
  public boolean holds() {
    return owned && nanoTime.getAsLong() - silentFromNanos < 0;
  }

  /** Asks the store for a longer term when it is time. */
  public void tick() {
    long nowNanos = nanoTime.getAsLong();
    if (owned && !extending && nowNanos - extendAtNanos >= 0) {
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
    extendAtNanos = unknown ? nanoTime.getAsLong() + retryNanos() : extendAt(sentNanos);
    if (asked != epoch) {
      return;
    }
    if (failure == null) {
      silentFromNanos = silentFrom(sentNanos);
    } else if (failure instanceof LeaseStore.Refused) {
      owned = false;
    }
  }

  private long silentFrom(long sentNanos) {
    long termNanos = termMillis * NANOS_PER_MILLI;
    return sentNanos + termNanos - termNanos / MARGIN_DIVISOR;
  }

  private long retryNanos() {
    return termMillis * NANOS_PER_MILLI / (EXTENSIONS_PER_TERM * MARGIN_DIVISOR);
  }

  private long extendAt(long sentNanos) {
    return sentNanos + termMillis * NANOS_PER_MILLI / EXTENSIONS_PER_TERM;
  }
}
