package io.tenure.client;

/** Where a lease stands, as its holder sees it. */
public enum LeaseState {
  /** Renewed in time. */
  HELD,
  /** Renewals are late; it is still safe, and goes back to {@link #HELD} when one is answered. */
  JEOPARDY,
  /** Over, for a reason that {@link Loss} tells. For ever. */
  LOST,
  /** Ended by its holder: released or handed on. For ever. */
  RELEASED;

  public boolean isOver() {
    return this == LOST || this == RELEASED;
  }
}
