package io.tenure.store;

import io.vertx.core.Future;

/** Remembers nothing. */
enum NoWitness implements Witness {
  NONE;

  @Override
  public long epoch(int shard) {
    return 0;
  }

  @Override
  public long changeNumber(int shard) {
    return 0;
  }

  @Override
  public long promisedMillis() {
    return 0;
  }

  @Override
  public Future<Void> promise(long ttlMillis) {
    return Future.succeededFuture();
  }

  @Override
  public void durable(int shard, long epoch, long changeNumber) {}
}
