package io.tenure.core.model;

import io.tenure.core.Limits;

/** The tokens and revisions of a shard: one sequence, in epochs that are used up. */
final class NaiveNumbers {

  /** As many events as one turn may cause, beside the holders of one key. */
  private static final int PER_TURN = 1_024;

  private final Limits limits;
  long epoch;

  /** Where this table's history begins. */
  long first;

  long last;

  /** The table has asked for another epoch. */
  boolean wanted;

  NaiveNumbers(Limits limits) {
    this.limits = limits;
  }

  void enter(long next) {
    epoch = next;
    last = Math.max(last, next << 22);
    wanted = false;
  }

  /** So few are left that one more turn might not find enough. */
  boolean scarce() {
    return used() + limits.holdersPerKeyMax() + PER_TURN >= limits.tokensPerEpoch();
  }

  boolean halfUsed() {
    return used() * 2 + 4 >= limits.tokensPerEpoch();
  }

  /** More than half is used: the table must have asked for another epoch. */
  boolean overdue() {
    return used() * 2 > limits.tokensPerEpoch() + 4 && !wanted;
  }

  private long used() {
    return last - (epoch << 22);
  }
}
