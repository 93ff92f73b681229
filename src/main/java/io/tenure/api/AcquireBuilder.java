package io.tenure.api;

import org.jspecify.annotations.Nullable;

/** Builds an acquire. An option that the caller does not set is off. */
public final class AcquireBuilder {
  private final Key key;
  private final String holder;
  private Mode mode = Mode.EXCLUSIVE;
  private RequestedLifespan lifespan = RequestedLifespan.NONE;
  private long waitMillis;
  private @Nullable String requestId;
  private @Nullable Value value;

  private AcquireBuilder(Key key, String holder) {
    this.key = key;
    this.holder = holder;
  }

  public static AcquireBuilder of(Key key, String holder) {
    return new AcquireBuilder(key, holder);
  }

  public AcquireBuilder mode(Mode wanted) {
    mode = wanted;
    return this;
  }

  public AcquireBuilder ttl(long millis) {
    lifespan = lifespan.withTtl(millis);
    return this;
  }

  public AcquireBuilder under(LeaseId session) {
    lifespan = lifespan.under(session);
    return this;
  }

  public AcquireBuilder hardTtl(long millis) {
    lifespan = lifespan.withHardTtl(millis);
    return this;
  }

  public AcquireBuilder lockDelay(long millis) {
    lifespan = lifespan.withLockDelay(millis);
    return this;
  }

  public AcquireBuilder maxLifetime(long millis) {
    lifespan = lifespan.withMaxLifetime(millis);
    return this;
  }

  public AcquireBuilder waiting(long millis) {
    waitMillis = millis;
    return this;
  }

  public AcquireBuilder requestId(String id) {
    requestId = id;
    return this;
  }

  public AcquireBuilder value(Value shown) {
    value = shown;
    return this;
  }

  public Request.Acquire build() {
    return new Request.Acquire(key, holder, mode, lifespan, waitMillis, requestId, value);
  }
}
