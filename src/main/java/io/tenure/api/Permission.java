package io.tenure.api;

/**
 * The permission that a caller needs for an operation. The server does not check permissions yet:
 * there is no authentication.
 */
public enum Permission {
  /**
   * No permission is needed: the operation concerns only the caller's own pending requests, or the
   * health of the server.
   */
  NONE,
  READ,
  WATCH,
  /** To acquire keys, and to renew and release one's own leases. */
  ACQUIRE,
  /** To end the leases of other holders. */
  BREAK,
  FENCE,
  /** To see the state of the server. */
  METRICS,
  ADMIN;

  /** Whether it is for operators: servers audit their operations, and may forbid them. */
  public boolean isOperators() {
    return this == BREAK || this == ADMIN;
  }
}
