package io.tenure.api;

/** The reason why a tenure ended. */
public enum EndReason {
  EXPIRED,
  RELEASED,
  BROKEN,
  TRANSFERRED;

  /**
   * Whether the holder may go on because it does not know of the end; the lock-delay is for this
   * case.
   */
  public boolean unclean() {
    return this == EXPIRED || this == BROKEN;
  }
}
