package io.tenure.sim;

/**
 * Computes how much the stalls of a shard may lengthen its leases. The result is true time, and
 * never less than by the shard's own clock.
 */
final class Amnesty {

  /**
   * The bound of G11: this much at once, and one part in {@code REFILL_PART} of the time that
   * passes.
   */
  private static final long AT_ONCE_NANOS = 10_000 * Schedule.MILLI;

  private static final long REFILL_PART = 10;

  /** The cost of a stall for a lease before anything is forgiven. */
  private static final long STEP_NANOS = 250 * Schedule.MILLI;

  private long nanos;
  private long openedNanos;
  private long budgetNanos = AT_ONCE_NANOS;
  private long filledNanos;

  /** The amnesty for all stalls so far. */
  long nanos() {
    return nanos;
  }

  long sinceOpenedNanos() {
    return nanos - openedNanos;
  }

  /** Another table opened, with its own lease clock. */
  void opened(long nowNanos) {
    openedNanos = nanos;
    budgetNanos = AT_ONCE_NANOS;
    filledNanos = nowNanos;
  }

  /**
   * Adds time that the shard's clock does not see, because the clock of its machine stood still, or
   * time that the shard needs for the requests that waited.
   */
  void unseen(long unseenNanos) {
    nanos += unseenNanos;
  }

  /**
   * Adds a stall that the shard's clock sees, begun up to {@code sinceTickNanos} before. {@code
   * owned}: the stalled server owns the shard, and the stall uses up its budget.
   */
  void stalled(long stallNanos, long sinceTickNanos, long untilNanos, boolean owned) {
    // A stall of another server that lasts longer may have been counted already.
    if (untilNanos > filledNanos) {
      long filled = Life.latest(untilNanos - filledNanos) / REFILL_PART + 1;
      budgetNanos = Math.min(AT_ONCE_NANOS, budgetNanos + filled);
      filledNanos = untilNanos;
    }
    nanos += Math.min(stallNanos + sinceTickNanos, budgetNanos);
    if (owned) {
      long certainly = Math.max(0, Life.soonest(stallNanos) - STEP_NANOS);
      budgetNanos -= Math.min(certainly, budgetNanos);
    }
  }
}
