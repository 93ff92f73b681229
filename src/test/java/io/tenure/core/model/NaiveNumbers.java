package io.tenure.core.model;

import io.tenure.api.Limits;

/** The tokens and revisions of a shard: one sequence, in epochs that are used up. */
final class NaiveNumbers {

  /** As many events as one turn may cause, beside the holders of one key. */
  private static final int PER_TURN = 1_024;

  private final Limits limits;
  long epoch;

  /** Where this table's ownership begins. */
  long first;

  /** Nobody can go on watching from before: there, or at the epoch that a doubt awaited. */
  long resumable;

  /** Where the numbers of the present epoch begin. */
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

  /** So few are left that one more turn might not find enough. */
  boolean scarce() {
    return last - (epoch << 22) + reserve() >= limits.tokensPerEpoch();
  }

  boolean halfUsed() {
    return (last - start) * 2 + 4 >= useful();
  }

  /** More than half is used: the table must have asked for another epoch. */
  boolean overdue() {
    return (last - start) * 2 > useful() + 4 && !wanted;
  }

  /** What there was for decisions at first, without what is kept back. */
  private long useful() {
    return (epoch << 22) + limits.tokensPerEpoch() - reserve() - start;
  }

  private int reserve() {
    return limits.holdersPerKeyMax() + PER_TURN;
  }
}
