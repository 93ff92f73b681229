package io.tenure.core;

/**
 * The time by which leases of a shard end (G11). It follows the monotonic clock, but a pause of the
 * server moves it by one step at most; and after a pause nothing is judged to be over until the
 * renewals that were waiting have had time to be heard.
 */
final class LeaseClock {

  /** Above an ordinary hiccup of the loop, well below what a holder would notice. */
  static final long STEP_NANOS_MAX = 250_000_000L;

  /**
   * A longer gap between two calls is a pause: renewals may be waiting. A holder of the shortest
   * lease that renews at a third of it survives a shorter one.
   */
  static final long STALL_NANOS = 50_000_000L;

  /** How far judging may fall behind in a shard that does nothing but stall. */
  static final long TRAIL_NANOS_MAX = 1_000_000_000L;

  /** Long enough for a loop that woke up to read its sockets, short enough for bounded lateness. */
  static final long HEARING_NANOS = 20_000_000L;

  /** Of it, counted between two calls: a loop that was held up again has read nothing. */
  static final long HEARING_STEP_NANOS_MAX = HEARING_NANOS / 2;

  private long lastNanos;
  private long now;
  private long judged;
  private boolean hearing;
  private long heardNanos;
  private final Measures measures;

  /** {@code measures}: told of the time that leases are given because the server paused. */
  LeaseClock(Measures measures) {
    this.measures = measures;
  }

  void start(long nowNanos) {
    lastNanos = nowNanos;
  }

  void advance(long nowNanos) {
    long passed = nowNanos - lastNanos;
    if (passed <= 0) {
      return;
    }
    lastNanos = nowNanos;
    if (passed > STALL_NANOS) {
      hear();
    } else {
      heardNanos += Math.min(passed, HEARING_STEP_NANOS_MAX);
    }
    long step = Math.min(passed, STEP_NANOS_MAX);
    now += step;
    measures.forgiven(passed - step);
    if (!hearing || heardNanos >= HEARING_NANOS) {
      hearing = false;
      judged = now;
    }
  }

  /** Another stall while hearing goes on hearing, but not for ever: else nothing would ever end. */
  private void hear() {
    judged = hearing ? Math.max(judged, now - TRAIL_NANOS_MAX) : now;
    hearing = true;
    heardNanos = 0;
  }

  /** Deadlines are set from here. Starts at 0, so a deadline never overflows. */
  long now() {
    return now;
  }

  /** Deadlines are judged by this: never after {@link #now}, and equal to it but after a pause. */
  long judged() {
    return judged;
  }
}
