package io.tenure.api;

/** How a tenure ended. */
public enum EndReason {
  EXPIRED,
  RELEASED,
  BROKEN,
  TRANSFERRED;

  /** Whether the holder may still be acting without knowing: what lock-delay is for. */
  public boolean unclean() {
    return this == EXPIRED || this == BROKEN;
  }
}
