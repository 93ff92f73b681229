package io.tenure.client.error;

import java.time.Duration;

/**
 * Says that the lease is held, but its safe time is too short. It may be long enough after the next
 * renewal.
 */
public final class InsufficientTimeException extends TenureException {
  private static final long serialVersionUID = 1L;

  public InsufficientTimeException(String key, Duration needed, Duration left) {
    super(
        "the lease on "
            + key
            + " is safe for "
            + left.toMillis()
            + " ms, not for "
            + needed.toMillis()
            + " ms",
        "INSUFFICIENT_TIME",
        true,
        null);
  }
}
