package io.tenure.shard;

import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** How a server that stops hands one of its shards back. Owned by the shard's loop. */
final class HandBack {

  /** How long whoever leaves waits for the store to keep the last changes. */
  private static final long WITHIN_NANOS = 3_000_000_000L;

  private final int shard;
  private final String owner;
  private final LeaseStore store;
  private final Promise<Void> done = Promise.promise();
  private boolean begun;
  private boolean over;
  private long byNanos;

  HandBack(int shard, String owner, LeaseStore store) {
    this.shard = shard;
    this.owner = owner;
    this.store = store;
  }

  boolean begun() {
    return begun;
  }

  void begin(long nowNanos) {
    begun = true;
    byNanos = nowNanos + WITHIN_NANOS;
  }

  boolean late(long nowNanos) {
    return nowNanos - byNanos >= 0;
  }

  /** From now on the shard is neither served nor claimed. */
  void leaves() {
    over = true;
  }

  boolean over() {
    return over;
  }

  /** {@code owned}: by {@code epoch}, and everything is kept, so that another server may begin. */
  void handBack(boolean owned, long epoch) {
    if (owned) {
      store.leave(shard, owner, epoch).onComplete(answer -> done.complete());
    } else {
      done.complete();
    }
  }

  Future<Void> done() {
    return done.future();
  }
}
