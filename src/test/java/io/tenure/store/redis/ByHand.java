package io.tenure.store.redis;

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
}
