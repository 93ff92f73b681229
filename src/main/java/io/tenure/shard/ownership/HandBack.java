package io.tenure.shard.ownership;

import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Hands a shard back when its server stops. Owned by the shard's loop. */
public final class HandBack {

  /** The time for which a server that stops waits until its last changes are durable. */
  private static final long WITHIN_NANOS = 3_000_000_000L;

  private final int shard;
  private final String owner;
  private final LeaseStore store;
  private final Promise<Void> done = Promise.promise();
  private long byNanos;

  public HandBack(int shard, String owner, LeaseStore store) {
    this.shard = shard;
    this.owner = owner;
    this.store = store;
  }

  /** Begins the hand-back: the shard is still served, and is to be handed back soon. */
  public void begin(long nowNanos) {
    byNanos = nowNanos + WITHIN_NANOS;
  }

  public boolean isLate(long nowNanos) {
    return nowNanos - byNanos >= 0;
  }

  /**
   * Ends the hand-back: the shard is no longer served. {@code inOrder} means that this server owned
   * the shard until now under {@code epoch}, and that every change is durable. Then another server
   * may begin at once.
   */
  public void end(boolean inOrder, long epoch) {
    if (inOrder) {
      store.leave(shard, owner, epoch).onComplete(answer -> done.complete());
    } else {
      done.complete();
    }
  }

  public Future<Void> done() {
    return done.future();
  }
}
