package io.tenure.store.memory;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.tenure.store.StoreUnavailableException;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps changes for as long as the process lives. Every answer is there at once, so it is on the
 * asker's context. Any number of loops may ask.
 */
public final class MemoryStore implements LeaseStore {

  private static final Extension EXTENDED = new Extension("", false, false);

  private final LongSupplier nanoTime;
  private final LongSupplier wallMillis;
  private final Map<Integer, MemoryShard> shards = new ConcurrentHashMap<>();

  /** {@code nanoTime}: a monotonic clock that may be asked by any thread. */
  public MemoryStore(LongSupplier nanoTime) {
    this(nanoTime, System::currentTimeMillis);
  }

  MemoryStore(LongSupplier nanoTime, LongSupplier wallMillis) {
    this.nanoTime = nanoTime;
    this.wallMillis = wallMillis;
  }

  @Override
  public Future<Claim> claim(
      int shard, String owner, long ownershipMillis, boolean answeredInVain) {
    return answer(
        () ->
            shard(shard)
                .claim(owner, ownershipMillis, nanoTime.getAsLong(), wallMillis.getAsLong()));
  }

  @Override
  public Future<Advance> advance(
      int shard, String owner, long epoch, long ownershipMillis, String identity) {
    return answer(
        () ->
            shard(shard)
                .advance(
                    owner, epoch, ownershipMillis, nanoTime.getAsLong(), wallMillis.getAsLong()));
  }

  @Override
  public Future<Extension> extend(int shard, String owner, long epoch, long ownershipMillis) {
    return answer(
        () -> {
          shard(shard).extend(owner, epoch, ownershipMillis, nanoTime.getAsLong());
          return EXTENDED;
        });
  }

  @Override
  public Future<Void> leave(int shard, String owner, long epoch) {
    return done(() -> shard(shard).leave(owner, epoch));
  }

  @Override
  public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
    return done(() -> shard(shard).load(epoch).forEach(replay));
  }

  @Override
  public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
    return done(() -> shard(shard).append(epoch, first, changes));
  }

  @Override
  public Future<Void> wipe(int shard, long epoch) {
    return done(() -> shard(shard).wipe(epoch));
  }

  @Override
  public Future<Void> whole(int shard, long epoch, Doubt doubt) {
    return done(() -> shard(shard).whole(epoch, doubt.reason()));
  }

  private MemoryShard shard(int shard) {
    return shards.computeIfAbsent(shard, MemoryShard::new);
  }

  private static Future<Void> done(Runnable deed) {
    return answer(
        () -> {
          deed.run();
          return null;
        });
  }

  private static <T> Future<T> answer(Supplier<@Nullable T> deed) {
    try {
      return Future.succeededFuture(deed.get());
    } catch (Refused | WentBackwards | StoreUnavailableException no) {
      return Future.failedFuture(no);
    }
  }
}
