package io.tenure.core;

/**
 * Numbers the events of a shard, for ever upwards: epoch * 2^22 + sequence. A grant's number is its
 * fencing token. Nothing is kept per key, so nothing per key can be lost or leak.
 */
final class Sequence {

  static final int BITS = 22;

  private final int perEpoch;
  private final int reserve;
  private long last;
  private long end;
  private boolean asked;

  /** {@code reserve}: the most numbers one decision can use. */
  Sequence(int perEpoch, int reserve) {
    if (perEpoch < 4 * reserve) {
      throw new IllegalArgumentException(
          "tokensPerEpoch is " + perEpoch + "; use at least " + 4 * reserve);
    }
    this.perEpoch = perEpoch;
    this.reserve = reserve;
  }

  void enter(long epoch) {
    long first = epoch << BITS;
    if (first <= last) {
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
