package io.tenure.api;

import org.jspecify.annotations.Nullable;

/** One tenure as every caller may see it, without its leaseId. */
public record HolderView(
    String holder,
    long token,
    Mode mode,
    int slot,
    LifespanView lifespan,
    boolean breaking,
    @Nullable Value value) {

  /** For readers that do not show values, which may be large. */
  public HolderView withoutValue() {
    return value == null
        ? this
        : new HolderView(holder, token, mode, slot, lifespan, breaking, null);
  }

  public long sinceSeconds() {
    return lifespan.sinceSeconds();
  }

  public long ttlMillis() {
    return lifespan.ttlMillis();
  }

  public long remainingMillis() {
    return lifespan.remainingMillis();
  }

  public boolean bound() {
    return lifespan.bound();
  }
}
