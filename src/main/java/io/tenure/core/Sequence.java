package io.tenure.core;

/**
 * Numbers the events of a shard, for ever upwards: epoch * 2^22 + sequence. A grant's number is its
 * fencing token. Nothing is kept per key, so nothing per key can be lost or leak.
 */
final class Sequence {

  static final int BITS = 22;

  /** Epochs of 31 bits keep tokens below 2^53, which JSON and JavaScript can carry. */
  private static final long EPOCH_MAX = (1L << 31) - 1;

  /** The most events that one slice of work per turn can cause, beside the holders of one key. */
  private static final int PER_TURN = 1_024;

  private final int perEpoch;
  private final int reserve;
  private long last;
  private long end;
  private boolean asked;

  /** {@code reserve}: the most numbers that one turn can use. */
  Sequence(int perEpoch, int reserve) {
    this.perEpoch = perEpoch;
    this.reserve = reserve;
  }

  static Sequence within(Limits limits) {
    return new Sequence(limits.tokensPerEpoch(), limits.holdersPerKeyMax() + PER_TURN);
  }

  /** Fewer tokens an epoch would run out before the next one could be asked for. */
  static int leastFor(int holdersPerKeyMax) {
    return 4 * (holdersPerKeyMax + PER_TURN);
  }

  /** {@code former}: the largest number known to have been used before this table. */
  void enter(long epoch, long former) {
    last = Math.max(last, former);
    enter(epoch);
  }

  void enter(long epoch) {
    long first = epoch << BITS;
    if (epoch < 0 || epoch > EPOCH_MAX || first <= last) {
      throw new IllegalStateException("epoch " + epoch + " is not later than the one before");
    }
    last = first;
    end = first + perEpoch - 1;
    asked = false;
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

  /** True once an epoch: half of it is used, so it is time to claim the next. */
  boolean runsLow() {
    if (asked || end - last > perEpoch / 2) {
      return false;
    }
    asked = true;
    return true;
  }
}
