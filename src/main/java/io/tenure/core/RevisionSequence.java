package io.tenure.core;

import io.tenure.api.Limits;

/**
 * Numbers the events of a shard in ascending order: epoch * 2^22 + sequence. The number of a grant
 * is its fencing token. There is no state per key, so no such state can be lost or leak.
 */
final class RevisionSequence {

  static final int BITS = 22;

  /** Epochs of 31 bits keep tokens below 2^53, which JSON and JavaScript can carry. */
  private static final long EPOCH_MAX = (1L << 31) - 1;

  private static final int MICROS_PER_SECOND = 1_000_000;

  private final int perEpoch;
  private final int reserve;
  private long last;
  private long end;

  /** The count of remaining numbers at which it is time to claim the next epoch. */
  private long low;

  private boolean asked;

  /** {@code reserve} is the most numbers that one turn can use. */
  RevisionSequence(int perEpoch, int reserve) {
    this.perEpoch = perEpoch;
    this.reserve = reserve;
  }

  static RevisionSequence within(Limits limits) {
    return new RevisionSequence(
        limits.tokensPerEpoch(), limits.holdersPerKeyMax() + Limits.EVENTS_PER_TURN);
  }

  /**
   * Enters an epoch. The first number is larger when the epoch was claimed later within a second:
   * when all data is lost, two servers that claim within one second get the same epoch. {@code
   * former} is the largest number known to have been used before this table.
   */
  void enter(long epoch, int microsOfSecond, long former) {
    long first = firstOf(epoch);
    if (epoch < 0 || epoch > EPOCH_MAX || first <= Math.max(last, former)) {
      throw new IllegalStateException("epoch " + epoch + " is not later than the one before");
    }
    if (microsOfSecond < 0 || microsOfSecond >= MICROS_PER_SECOND) {
      throw new IllegalArgumentException(microsOfSecond + " is no microsecond of a second");
    }
    last = first + (long) (perEpoch / 2) * microsOfSecond / MICROS_PER_SECOND;
    end = first + perEpoch - 1;
    low = reserve + (end - last - reserve) / 2;
    asked = false;
  }

  static long firstOf(long epoch) {
    return epoch << BITS;
  }

  boolean ready() {
    return end - last >= reserve;
  }

  long next() {
    if (last == end) {
      throw new IllegalStateException("the epoch has no number left");
    }
    return ++last;
  }

  long last() {
    return last;
  }

  /**
   * Returns true once in an epoch, when half of the numbers for decisions are used: it is time to
   * claim the next epoch.
   */
  boolean runsLow() {
    if (asked || end - last > low) {
      return false;
    }
    asked = true;
    return true;
  }
}
