package io.tenure.client;

/** Where a lease stands, as its holder sees it. */
public enum LeaseState {
  /** Renewed in time. */
  HELD,
  /** Renewals are late; it is still safe, and goes back to {@link #HELD} when one is answered. */
  JEOPARDY,
  /**
   * Its ttl is over and it may still be renewed, because it has a hardTtl: not safe until then, and
   * back to {@link #HELD} if nobody else has asked for the key meanwhile.
   */
  LAPSED,
  /** Over, for a reason that {@link Loss} tells. For ever. */
  LOST,
  /** Ended by its holder: released or handed on. For ever. */
  RELEASED;

  /** Whether it is, as long as its time lasts. */
  public boolean isSafe() {
    return this == HELD || this == JEOPARDY;
  }

  public boolean isOver() {
    return this == LOST || this == RELEASED;
  }
}
