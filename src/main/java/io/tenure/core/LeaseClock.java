package io.tenure.core;

/**
 * The clock by which the leases of a shard end (G11). It follows the monotonic clock. In a pause of
 * the server it moves by one step only, as far as its budget allows: the rest of the pause is
 * forgiven. After a pause no lease is judged to be over until the renewals that were waiting have
 * had time to arrive.
 *
 * <p>The budget limits the time that all pauses together give to one lease: {@link
 * #FORGIVEN_NANOS_MAX}, and a tenth of the time that passes. So a lease that is not renewed has no
 * time left, in real time, after {@code (ttl + 10 s) * 10 / 9} at the latest, for any sequence of
 * pauses. Leases are judged only between two pauses, by a time that trails this clock by the
 * present pause and {@link #TRAIL_NANOS_MAX} at most. If no pause is longer than {@code p}, the
 * lease is over after {@code (ttl + 11 s + p) * 10 / 9 + 2 p} and the usual slack. For a lease of
 * 30 s this is 48.7 s with pauses of 1 s. A lease is never over early, because this clock is never
 * ahead of real time.
 */
final class LeaseClock {

  /**
   * The most that the clock moves in one step. A step is longer than an ordinary delay of the shard
   * loop, and much shorter than a delay that a holder would notice.
   */
  static final long STEP_NANOS_MAX = 250_000_000L;

  /**
   * The longest gap between two calls that is not a pause. In a longer gap renewals may be waiting.
   * A holder of the shortest lease that renews at a third of its ttl survives a shorter gap.
   */
  static final long STALL_NANOS = 50_000_000L;

  /**
   * The most time that pauses may give at once. A lease of 30 s survives every pause that its
   * holder, which stops in real time, survives. No waiter should wait longer than that for a holder
   * that is dead.
   */
  static final long FORGIVEN_NANOS_MAX = 10_000_000_000L;

  /**
   * The divisor by which time that passes refills the budget. A server that permanently pauses for
   * more than that part is out of order, and its dead holders must not block keys.
   */
  static final long REFILL_PART = 10;

  /**
   * The limit of the budget, in parts of a nanosecond: so no turn is too short to add to the
   * budget.
   */
  private static final long BUDGET_MAX = FORGIVEN_NANOS_MAX * REFILL_PART;

  /**
   * The most by which the judged time may trail, in addition to the pause with which the hearing
   * began, in a shard that stalls all the time.
   */
  static final long TRAIL_NANOS_MAX = 1_000_000_000L;

  /**
   * The time after a pause in which renewals may still arrive. It is long enough for a shard loop
   * that woke up to read its sockets, and short enough for a bounded delay.
   */
  static final long HEARING_NANOS = 20_000_000L;

  /**
   * The most of the hearing that is counted between two calls. A shard loop that was delayed again
   * has read nothing in the rest of that time.
   */
  static final long HEARING_STEP_NANOS_MAX = HEARING_NANOS / 2;

  private long lastNanos;
  private long now;
  private long judged;
  private boolean hearing;
  private long heardNanos;

  /** The value of {@link #now} after the pause with which the present hearing began. */
  private long hearingFrom;

  private long budget = BUDGET_MAX;

  /** The monotonic time up to which the budget has been refilled. */
  private long refilledNanos;

  private final TableMeter tableMeter;

  /**
   * Creates a clock that reports to {@code tableMeter} the time that leases gain because the server
   * paused.
   */
  LeaseClock(TableMeter tableMeter) {
    this.tableMeter = tableMeter;
    tableMeter.mayForgive(FORGIVEN_NANOS_MAX);
  }

  void start(long nowNanos) {
    lastNanos = nowNanos;
    refilledNanos = nowNanos;
  }

  void advance(long nowNanos) {
    long passed = nowNanos - lastNanos;
    if (passed <= 0) {
      return;
    }
    lastNanos = nowNanos;
    if (passed <= STALL_NANOS && !hearing) {
      now += passed;
      judged = now;
    } else {
      advanceInHearing(passed);
    }
  }

  private void advanceInHearing(long passed) {
    boolean hearingBegins = !hearing;
    if (passed > STALL_NANOS) {
      hear();
    } else {
      heardNanos += Math.min(passed, HEARING_STEP_NANOS_MAX);
    }
    now += passed - forgive(passed);
    if (hearingBegins) {
      hearingFrom = now;
    }
    if (!hearing || heardNanos >= HEARING_NANOS) {
      hearing = false;
      judged = now;
    }
  }

  /** Returns the part of the passed time that does not count. */
  private long forgive(long passed) {
    if (passed <= STEP_NANOS_MAX) {
      return 0;
    }
    refill();
    // mistake: endless-amnesty
    long forgiven = Math.min(passed - STEP_NANOS_MAX, budget / REFILL_PART);
    budget -= forgiven * REFILL_PART;
    tableMeter.forgiven(forgiven);
    return forgiven;
  }

  /** Adds the time since the last refill to the budget. A renewal leaves that to the next pause. */
  private void refill() {
    long passed = lastNanos - refilledNanos;
    budget = passed >= BUDGET_MAX - budget ? BUDGET_MAX : budget + passed;
    refilledNanos = lastNanos;
  }

  /**
   * Begins a hearing, or prolongs it after another stall, but not for ever: otherwise no lease
   * would ever end.
   */
  private void hear() {
    if (!hearing) {
      judged = now;
    } else if (now - TRAIL_NANOS_MAX >= hearingFrom) {
      judged = now - TRAIL_NANOS_MAX;
    }
    // mistake: unheard-after-a-pause
    hearing = true;
    heardNanos = 0;
  }

  /** Returns how much of the next pause would be forgiven. */
  long mayForgive() {
    refill();
    return budget / REFILL_PART;
  }

  /**
   * Returns the time from which deadlines are set. It starts at 0, so a deadline never overflows.
   */
  long now() {
    return now;
  }

  /**
   * Returns the time by which deadlines are judged. It is never after {@link #now}, and equal to it
   * except after a pause.
   */
  long judged() {
    return judged;
  }
}
