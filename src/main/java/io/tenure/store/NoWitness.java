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
  public long place(int shard) {
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
  public void kept(int shard, long epoch, long place) {}
}
