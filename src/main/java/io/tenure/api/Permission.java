package io.tenure.api;

/**
 * The permission that a caller needs for an operation. There is no authentication, so the server
 * knows no rights of a caller. While the setting {@code http.breaking} is off, it refuses {@link
 * #BREAK} and {@link #ADMIN} to every caller; it refuses no other permission.
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

  /**
   * Whether it is for operators: servers audit their operations, and forbid them while {@code
   * http.breaking} is off.
   */
  public boolean isOperators() {
    return this == BREAK || this == ADMIN;
  }
}
