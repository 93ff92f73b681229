package io.tenure.store.redis;

import io.tenure.api.ExclusionMargins;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that a test moves. */
public final class ByHand implements LongSupplier {

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000);

  @Override
  public long getAsLong() {
    return nanos.get();
  }

  public void passMillis(long millis) {
    nanos.addAndGet(millis * 1_000_000);
  }

  /** The time passes for a standby, which looks again and again. */
  public void passMillis(long millis, Runnable look) {
    long lookMillis =
        ExclusionMargins.successorLooksWithinMillis(ExclusionMargins.PERIOD_MILLIS_MIN);
    for (long left = millis; left > 0; left -= lookMillis) {
      look.run();
      passMillis(Math.min(left, lookMillis));
    }
  }
}
