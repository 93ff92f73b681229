package io.tenure.core.model;

import io.tenure.api.Limits;

/** The tokens and revisions of a shard: one sequence, in epochs that are used up. */
final class NaiveNumbers {

  /** As many events as one turn may cause, in addition to the holders of one key. */
  private static final int PER_TURN = 1_024;

  private final Limits limits;
  long epoch;

  /** The first number of this table's ownership. */
  long first;

  /**
   * No watch can continue from before this number: the first one, or the first of the epoch that a
   * doubt awaited.
   */
  long resumable;

  /** The first number of the present epoch. */
  private long start;

  long last;

  /** The table has asked for another epoch. */
  boolean wanted;

  NaiveNumbers(Limits limits) {
    this.limits = limits;
  }

  void enter(long next, int microsOfSecond) {
    epoch = next;
    start = (next << 22) + microsOfSecond * (limits.tokensPerEpoch() / 2L) / 1_000_000;
    last = start;
    wanted = false;
  }

  void beginHere() {
    first = last;
    resumable = last;
  }

  /** Whether the numbers left may be too few for one more turn. */
  boolean scarce() {
    return last - (epoch << 22) + reserve() >= limits.tokensPerEpoch();
  }

  boolean halfUsed() {
    return (last - start) * 2 + 4 >= useful();
  }

  /** Whether more than half is used: by then the table must have asked for another epoch. */
  boolean overdue() {
    return (last - start) * 2 > useful() + 4 && !wanted;
  }

  /** The numbers that decisions could use at first, without the reserve. */
  private long useful() {
    return (epoch << 22) + limits.tokensPerEpoch() - reserve() - start;
  }

  private int reserve() {
    return limits.holdersPerKeyMax() + PER_TURN;
  }
}
