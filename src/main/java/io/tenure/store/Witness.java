package io.tenure.store;

import io.vertx.core.Future;

/**
 * Remembers outside the store how far the store had come, so that a server notices a loss. The
 * witness may know less than became durable, never more. Many event loops use a witness at once.
 */
public interface Witness {

  /** Promises are rounded up to a quarter of a power of two: few writes, and little extra time. */
  int STEP_BITS = 2;

  /**
   * The largest possible epoch, of 31 bits. A larger epoch came from a wrong clock, and no number
   * was given under it.
   */
  long EPOCH_MAX = (1L << 31) - 1;

  /** Returns the largest epoch seen of the shard; 0 when none is known. */
  long epoch(int shard);

  /**
   * Returns the number of the last change known to be durable under {@link #epoch}; 0 when none is.
   */
  long changeNumber(int shard);

  /** Returns a time that no lease was ever promised beyond; 0 when no promise is known. */
  long promisedMillis();

  /**
   * Remembers durably that leases of up to {@code ttlMillis} are promised. Completes at once when
   * {@link #promisedMillis} covers that already. A change with a longer ttl than promised becomes
   * durable only after this.
   */
  Future<Void> promise(long ttlMillis);

  /**
   * Notes that all changes of the shard up to {@code changeNumber} of {@code epoch} are durable in
   * the store. Called after every batch, by one thread at a time for a shard. The note survives the
   * end of the process at once, and a failure of the machine a second later. An epoch lower than
   * the known one, an epoch beyond {@link #EPOCH_MAX}, or a lower number of the same epoch changes
   * nothing.
   */
  void durable(int shard, long epoch, long changeNumber);

  /** Returns a witness that remembers nothing: a server does not notice what the store has lost. */
  static Witness none() {
    return NoWitness.NONE;
  }

  /** Returns a time that is not shorter than {@code ttlMillis}, and longer by a quarter at most. */
  static long rounded(long ttlMillis) {
    int bits = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(ttlMillis) - 1 - STEP_BITS);
    long step = 1L << bits;
    return ttlMillis > Long.MAX_VALUE - step ? ttlMillis : (ttlMillis + step - 1) & -step;
  }
}
