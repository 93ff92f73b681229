package io.tenure.core;

/** How a tenure ended. */
public enum Ending {
  EXPIRED,
  RELEASED,
  BROKEN,
  TRANSFERRED;

  /** Whether the holder may still be acting without knowing: what lock-delay is for. */
  public boolean unclean() {
    return this == EXPIRED || this == BROKEN;
  }
}
