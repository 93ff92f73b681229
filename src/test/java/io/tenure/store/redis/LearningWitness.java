package io.tenure.store.redis;

import io.tenure.store.Witness;
import io.vertx.core.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A witness that learns of a long promise after it was asked once: while a claim is on its way. */
final class LearningWitness implements Witness {

  static final long PROMISED_MILLIS = 65_536;

  private final AtomicInteger asked = new AtomicInteger();

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
    return asked.getAndIncrement() == 0 ? 0 : PROMISED_MILLIS;
  }

  @Override
  public Future<Void> promise(long ttlMillis) {
    return Future.succeededFuture();
  }

  @Override
  public void durable(int shard, long epoch, long place) {}
}
