package io.tenure.store;

import io.vertx.core.Future;

/**
 * What a server remembers outside the store, so that a store that lost something is found out. It
 * may know less than was kept, never more. Asked and told by many event loops at once.
 */
public interface Witness {

  /** Promises are rounded up to a quarter of a power of two: few writes, and not much longer. */
  int STEP_BITS = 2;

  /**
   * The largest epoch, of 31 bits; a larger one came from a clock that was wrong, and no number was
   * given under it.
   */
  long EPOCH_MAX = (1L << 31) - 1;

  /** The largest epoch seen of the shard; 0 when none is known. */
  long epoch(int shard);

  /** The number of the last change known to be durable under {@link #epoch}; 0 when none is. */
  long changeNumber(int shard);

  /** No lease was ever promised for longer than this; 0 when none is known. */
  long promisedMillis();

  /**
   * Remembers durably that leases of up to {@code ttlMillis} are promised, and completes at once
   * when {@link #promisedMillis} says so already. A change with a longer ttl than promised is kept
   * only after this.
   */
  Future<Void> promise(long ttlMillis);

  /**
   * The store has kept all changes of the shard up to {@code place} of {@code epoch}. Called after
   * every batch, by one thread at a time for a shard: outlives the process at once, the machine a
   * second later. An epoch lower than the one known, or beyond {@link #EPOCH_MAX}, or a lower
   * number of the same, changes nothing.
   */
  void durable(int shard, long epoch, long changeNumber);

  /** Remembers nothing: what is lost together with the store is not found out. */
  static Witness none() {
    return NoWitness.NONE;
  }

  /** No shorter than {@code ttlMillis}, and by a quarter longer at most. */
  static long rounded(long ttlMillis) {
    int bits = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(ttlMillis) - 1 - STEP_BITS);
    long step = 1L << bits;
    return ttlMillis > Long.MAX_VALUE - step ? ttlMillis : (ttlMillis + step - 1) & -step;
  }
}
