package io.tenure.sim;

/**
 * How much the stalls of a shard may lengthen its leases, reckoned in true time and never by less
 * than the shard's own clock does.
 */
final class Amnesty {

  /** The bound of G11: so much at once, and one part in so many of the time that passes. */
  private static final long AT_ONCE_NANOS = 10_000 * Schedule.MILLI;

  private static final long REFILL_PART = 10;

  /** What a stall costs a lease before anything is forgiven. */
  private static final long STEP_NANOS = 250 * Schedule.MILLI;

  private long nanos;
  private long openedNanos;
  private long budgetNanos = AT_ONCE_NANOS;
  private long filledNanos;

  /** Of all stalls so far. */
  long nanos() {
    return nanos;
  }

  long sinceOpenedNanos() {
    return nanos - openedNanos;
  }

  /** Another table, with a clock of its own. */
  void opened(long nowNanos) {
    openedNanos = nanos;
    budgetNanos = AT_ONCE_NANOS;
    filledNanos = nowNanos;
  }

  /**
   * Time that the shard's clock does not see, because the clock of its machine stood still; or that
   * it takes to hear what waited.
   */
  void unseen(long unseenNanos) {
    nanos += unseenNanos;
  }

  /**
   * A stall that the shard's clock sees, begun up to {@code sinceTickNanos} before. {@code owned}:
   * it is one of the server that keeps the shard, and uses up its budget.
   */
  void stalled(long stallNanos, long sinceTickNanos, long untilNanos, boolean owned) {
    // A stall of another server may have been reckoned with that goes on for longer.
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
