package io.tenure.sim;

/** Forces a rare combination of events upon a run, so that it happens often. */
enum Strain {
  NONE,

  /**
   * Relaxed servers crash during an outage of the store, and lose reported changes of many
   * sessions.
   */
  CRASHES_IN_OUTAGES,

  /** The store of a lone server loses its data while it is slow: the rewriting takes long. */
  FORGETS_WHILE_SLOW,

  /** Processes are delayed every few turns, and ownerships run out between two messages. */
  HELD_UP_OFTEN,

  /**
   * A server is cut off for longer than its ownership period, another takes over, and Redis loses
   * its last writes.
   */
  TAKEOVER(true),

  /** A relaxed server is cut off for about its ownership period, and then asked to stop. */
  RELAXED_LEAVE(true),

  /** Random losses, take-overs, outages and crashes, in close succession. */
  LOSSES(true),

  /** A promise longer than any before is made and soon lost, and its owner is lost too. */
  PROMISE_FORGOTTEN(true),

  /**
   * Another Redis is the primary for a moment, without the last writes; then the first one again.
   */
  FAIL_BACK(true),

  /**
   * The advance of an owner is delayed until another server has taken over and Redis has lost the
   * take-over; then another Redis executes the advance.
   */
  LATE_ADVANCE(true),

  /** Redis loses its last writes, and is then set to keep all: the earlier loss remains. */
  SETTINGS_CHANGED(true),

  /** The clocks of the Redis machines differ by seconds, and one follows the other. */
  CLOCKS_APART(true),

  /** The clock of Redis shows another year for a while. */
  CLOCK_GONE_MAD(true);

  /** Two or three servers with limited ownership, over a Redis that loses data. */
  final boolean overLosses;

  Strain() {
    this(false);
  }

  Strain(boolean overLosses) {
    this.overLosses = overLosses;
  }
}
