package io.tenure.shard.meter;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Measures how long the store takes for the batches of one shard. Used on the shard's loop. */
public record MeteredStore(LeaseStore store, LongSupplier nanoTime, ShardMeter meter)
    implements LeaseStore {

  @Override
  public Future<Claim> claim(
      int shard, String owner, long ownershipMillis, boolean answeredInVain) {
    return store.claim(shard, owner, ownershipMillis, answeredInVain);
  }

  @Override
  public Future<Advance> advance(
      int shard, String owner, long epoch, long ownershipMillis, String identity) {
    return store.advance(shard, owner, epoch, ownershipMillis, identity);
  }

  @Override
  public Future<Extension> extend(int shard, String owner, long epoch, long ownershipMillis) {
    return store.extend(shard, owner, epoch, ownershipMillis);
  }

  @Override
  public Future<Void> leave(int shard, String owner, long epoch) {
    return store.leave(shard, owner, epoch);
  }

  @Override
  public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
    return store.load(shard, epoch, replay);
  }

  @Override
  public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
    long sentNanos = nanoTime.getAsLong();
    return store
        .append(shard, epoch, first, changes)
        .onComplete(
            kept -> meter.appended(changes.size(), nanoTime.getAsLong() - sentNanos, kept.cause()));
  }

  @Override
  public boolean waitsOnPurpose(int shard, long epoch) {
    return store.waitsOnPurpose(shard, epoch);
  }

  @Override
  public Future<Void> wipe(int shard, long epoch) {
    return store.wipe(shard, epoch);
  }

  @Override
  public Future<Void> whole(int shard, long epoch, Doubt doubt) {
    return store.whole(shard, epoch, doubt);
  }
}
