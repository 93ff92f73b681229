package io.tenure.client;

/** The state of a lease, as its holder sees it. */
public enum LeaseState {
  /** The lease was renewed in time. */
  HELD,
  /**
   * Renewals are late; the lease is still safe, and goes back to {@link #HELD} when one is
   * answered.
   */
  JEOPARDY,
  /**
   * The ttl of the lease is over, but because of its hardTtl it may still be renewed. It is not
   * safe until then, and goes back to {@link #HELD} if no other caller has asked for the key
   * meanwhile.
   */
  LAPSED,
  /** The lease is over, for the reason in its {@link Loss}. Final. */
  LOST,
  /** The lease was ended by its holder: released or handed on. Final. */
  RELEASED;

  /** Whether a lease in this state is safe, as long as its time lasts. */
  public boolean isSafe() {
    return this == HELD || this == JEOPARDY;
  }

  public boolean isOver() {
    return this == LOST || this == RELEASED;
  }
}
