package io.tenure.store.redis;

import io.tenure.store.Witness;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A witness in memory, which a test hands from one server to the next. */
final class RememberingWitness implements Witness {

  private record Seen(long epoch, long place) {}

  private final Map<Integer, Seen> seen = new ConcurrentHashMap<>();
  private volatile long promisedMillis;

  @Override
  public long epoch(int shard) {
    return seen.getOrDefault(shard, new Seen(0, 0)).epoch;
  }

  @Override
  public long changeNumber(int shard) {
    return seen.getOrDefault(shard, new Seen(0, 0)).place;
  }

  @Override
  public long promisedMillis() {
    return promisedMillis;
  }

  @Override
  public Future<Void> promise(long ttlMillis) {
    promisedMillis = Math.max(promisedMillis, ttlMillis);
    return Future.succeededFuture();
  }

  @Override
  public void durable(int shard, long epoch, long place) {
    seen.merge(
        shard,
        new Seen(epoch, place),
        (old, now) ->
            now.epoch > old.epoch || now.epoch == old.epoch && now.place > old.place ? now : old);
  }
}
