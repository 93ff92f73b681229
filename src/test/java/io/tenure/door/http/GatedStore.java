package io.tenure.door.http;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.tenure.store.memory.MemoryStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** A store in memory that answers no write while its gate is shut, so that all callers wait. */
final class GatedStore implements LeaseStore {

  private final LeaseStore store = new MemoryStore(System::nanoTime);
  private final Queue<Promise<Void>> waiting = new ConcurrentLinkedQueue<>();
  private volatile IntPredicate shut = shard -> false;

  /** The quarantine that claims report from now on. */
  volatile long quarantineMillis;

  void shut() {
    shut = shard -> true;
  }

  /** Shuts the gate for one shard only. */
  void shut(int only) {
    shut = shard -> shard == only;
  }

  void open() {
    shut = shard -> false;
    for (Promise<Void> one = waiting.poll(); one != null; one = waiting.poll()) {
      one.complete();
    }
  }

  int waiting() {
    return waiting.size();
  }

  @Override
  public Future<Claim> claim(
      int shard, String owner, long ownershipMillis, boolean answeredInVain) {
    return store
        .claim(shard, owner, ownershipMillis, answeredInVain)
        .map(claim -> new Claim(claim.given(), quarantineMillis, 0, doubt(), claim.identity()));
  }

  private String doubt() {
    return quarantineMillis > 0 ? "restarted" : "";
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
    if (!shut.test(shard)) {
      return store.append(shard, epoch, first, changes);
    }
    List<Change> kept = List.copyOf(changes);
    Context context = Vertx.currentContext();
    Promise<Void> gate = Promise.promise();
    waiting.add(gate);
    Promise<Void> answer = Promise.promise();
    gate.future()
        .onSuccess(
            opened ->
                context.runOnContext(
                    nothing -> store.append(shard, epoch, first, kept).onComplete(answer)));
    return answer.future();
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
