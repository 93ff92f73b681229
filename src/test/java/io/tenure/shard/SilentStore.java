package io.tenure.shard;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;

/** A store that fails every call; tests override the calls that they need. */
public class SilentStore implements LeaseStore {

  @Override
  public Future<Claim> claim(
      int shard, String owner, long ownershipMillis, boolean answeredInVain) {
    return Future.failedFuture("not asked");
  }

  @Override
  public Future<Advance> advance(
      int shard, String owner, long epoch, long ownershipMillis, String identity) {
    return Future.failedFuture("not asked");
  }

  @Override
  public Future<Extension> extend(int shard, String owner, long epoch, long ownershipMillis) {
    return Future.failedFuture("not asked");
  }

  @Override
  public Future<Void> leave(int shard, String owner, long epoch) {
    return Future.failedFuture("not asked");
  }

  @Override
  public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
    return Future.failedFuture("not asked");
  }

  @Override
  public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
    return Future.failedFuture("not asked");
  }

  @Override
  public Future<Void> wipe(int shard, long epoch) {
    return Future.failedFuture("not asked");
  }

  @Override
  public Future<Void> whole(int shard, long epoch, Doubt doubt) {
    return Future.failedFuture("not asked");
  }
}
