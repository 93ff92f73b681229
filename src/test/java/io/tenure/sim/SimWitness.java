package io.tenure.sim;

import io.tenure.store.Witness;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The memory of one machine outside the store; it outlives the processes on the machine. */
final class SimWitness implements Witness {

  private record Seen(long epoch, long place) {
    static final Seen NOTHING = new Seen(0, 0);

    boolean isBefore(long otherEpoch, long otherPlace) {
      return epoch < otherEpoch || epoch == otherEpoch && place < otherPlace;
    }
  }

  private final Map<Integer, Seen> seen = new HashMap<>();
  private long promisedMillis;

  boolean hasHeardOfAll(int shards) {
    return IntStream.range(0, shards).allMatch(shard -> epoch(shard) > 0);
  }

  @Override
  public long epoch(int shard) {
    return seen.getOrDefault(shard, Seen.NOTHING).epoch;
  }

  @Override
  public long changeNumber(int shard) {
    return seen.getOrDefault(shard, Seen.NOTHING).place;
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
    boolean possible = epoch <= EPOCH_MAX;
    if (possible && seen.getOrDefault(shard, Seen.NOTHING).isBefore(epoch, place)) {
      seen.put(shard, new Seen(epoch, place));
    }
  }
}
