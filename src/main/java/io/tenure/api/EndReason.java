package io.tenure.api;

/** The reason why a tenure ended. */
public enum EndReason {
  EXPIRED,
  RELEASED,
  BROKEN,
  TRANSFERRED;

  /** Whether the holder may not know of the end and go on; the lock-delay is for this case. */
  public boolean unclean() {
    return this == EXPIRED || this == BROKEN;
  }
}
