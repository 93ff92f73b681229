package io.tenure.api;

/**
 * What a caller must be permitted to do before an operation begins. Nothing is enforced yet: there
 * is no authentication.
 */
public enum Permission {
  /** Any caller may: it concerns nothing but what the caller itself has under way. */
  NONE,
  READ,
  WATCH,
  /** To own keys, and to keep and let go what one owns. */
  ACQUIRE,
  /** To end the leases of others. */
  BREAK,
  FENCE,
  /** To see how the server does. */
  METRICS,
  ADMIN;

  /** Whether it is an operator's: what is done by it is audited, and a server may forbid it. */
  public boolean isOperators() {
    return this == BREAK || this == ADMIN;
  }
}
