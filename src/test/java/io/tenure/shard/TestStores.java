package io.tenure.shard;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Has one {@link TestStore} for each shard, used by the loop of that shard only. */
final class TestStores implements LeaseStore {

  private final List<TestStore> stores;

  TestStores(int shards) {
    stores = IntStream.range(0, shards).mapToObj(shard -> new TestStore()).toList();
  }

  TestStore of(int shard) {
    return stores.get(shard);
  }

  @Override
  public Future<Claim> claim(
      int shard, String owner, long ownershipMillis, boolean answeredInVain) {
    return stores.get(shard).claim(shard, owner, ownershipMillis, answeredInVain);
  }

  @Override
  public Future<Advance> advance(
      int shard, String owner, long epoch, long ownershipMillis, String identity) {
    return stores.get(shard).advance(shard, owner, epoch, ownershipMillis, identity);
  }

  @Override
  public Future<Extension> extend(int shard, String owner, long epoch, long ownershipMillis) {
    return stores.get(shard).extend(shard, owner, epoch, ownershipMillis);
  }

  @Override
  public Future<Void> leave(int shard, String owner, long epoch) {
    return stores.get(shard).leave(shard, owner, epoch);
  }

  @Override
  public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
    return stores.get(shard).load(shard, epoch, replay);
  }

  @Override
  public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
    return stores.get(shard).append(shard, epoch, first, changes);
  }

  @Override
  public Future<Void> wipe(int shard, long epoch) {
    return stores.get(shard).wipe(shard, epoch);
  }

  @Override
  public Future<Void> whole(int shard, long epoch, Doubt doubt) {
    return stores.get(shard).whole(shard, epoch, doubt);
  }
}
