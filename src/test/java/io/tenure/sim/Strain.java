package io.tenure.sim;

/** What a run is put under on purpose, so that what chance seldom brings together happens often. */
enum Strain {
  NONE,

  /** Relaxed servers crash while the store is away, and lose what they told of many sessions. */
  CRASHES_IN_OUTAGES,

  /** The store of a lone server forgets while it is slow: everything is written anew for long. */
  FORGETS_WHILE_SLOW,

  /** Processes are held up every few turns, and ownerships run out between two words. */
  HELD_UP_OFTEN
}
