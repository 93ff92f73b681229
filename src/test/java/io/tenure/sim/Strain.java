package io.tenure.sim;

/** What a run is put under on purpose, so that what chance seldom brings together happens often. */
enum Strain {
  NONE,

  /** Relaxed servers crash while the store is away, and lose what they told of many sessions. */
  CRASHES_IN_OUTAGES,

  /** The store of a lone server forgets while it is slow: everything is written anew for long. */
  FORGETS_WHILE_SLOW,

  /** Processes are held up every few turns, and ownerships run out between two words. */
  HELD_UP_OFTEN,

  /** A server is cut off beyond its term, another takes over, and Redis loses its last writes. */
  TAKEOVER(true),

  /** A relaxed server is cut off around its term, and then told to stop. */
  RELAXED_LEAVE(true),

  /** Losses, take-overs, outages and crashes as they come, one soon after the other. */
  LOSSES(true),

  /** A promise longer than any before is made, and soon forgotten, and its owner is lost too. */
  PROMISE_FORGOTTEN(true),

  /** Another Redis is the primary for a moment, without the last writes; then the first again. */
  FAIL_BACK(true),

  /**
   * The advance of an owner is held up on its way, until another server has taken over and Redis
   * has lost that: then another Redis executes it.
   */
  LATE_ADVANCE(true),

  /** Redis loses its last writes, and is then set to keep all: what it lost it has lost. */
  SETTINGS_CHANGED(true),

  /** The clocks of the Redis machines differ by seconds, and one follows the other. */
  CLOCKS_APART(true),

  /** The clock of Redis shows another year for a while. */
  CLOCK_GONE_MAD(true);

  /** Two or three servers, whose ownership ends, over a Redis that loses something. */
  final boolean overLosses;

  Strain() {
    this(false);
  }

  Strain(boolean overLosses) {
    this.overLosses = overLosses;
  }
}
