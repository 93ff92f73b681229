package io.tenure.store.memory;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.tenure.store.redis.RedisUnavailableException;
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

  private static final Extension EXTENDED = new Extension("", false);

  private final LongSupplier nanoTime;
  private final LongSupplier wallMillis;
  private final Map<Integer, MemoryShard> shelves = new ConcurrentHashMap<>();

  /** {@code nanoTime}: a monotonic clock that may be asked by any thread. */
  public MemoryStore(LongSupplier nanoTime) {
    this(nanoTime, System::currentTimeMillis);
  }

  MemoryStore(LongSupplier nanoTime, LongSupplier wallMillis) {
    this.nanoTime = nanoTime;
    this.wallMillis = wallMillis;
  }

  @Override
  public Future<Claim> claim(int shard, String owner, long termMillis, boolean answeredInVain) {
    return answer(
        () -> shelf(shard).claim(owner, termMillis, nanoTime.getAsLong(), wallMillis.getAsLong()));
  }

  @Override
  public Future<Advance> advance(
      int shard, String owner, long epoch, long termMillis, String identity) {
    return answer(
        () ->
            shelf(shard)
                .advance(owner, epoch, termMillis, nanoTime.getAsLong(), wallMillis.getAsLong()));
  }

  @Override
  public Future<Extension> extend(int shard, String owner, long epoch, long termMillis) {
    return answer(
        () -> {
          shelf(shard).extend(owner, epoch, termMillis, nanoTime.getAsLong());
          return EXTENDED;
        });
  }

  @Override
  public Future<Void> leave(int shard, String owner, long epoch) {
    return done(() -> shelf(shard).leave(owner, epoch));
  }

  @Override
  public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
    return done(() -> shelf(shard).load(epoch).forEach(replay));
  }

  @Override
  public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
    return done(() -> shelf(shard).append(epoch, first, changes));
  }

  @Override
  public Future<Void> wipe(int shard, long epoch) {
    return done(() -> shelf(shard).wipe(epoch));
  }

  @Override
  public Future<Void> whole(int shard, long epoch, Doubt doubt) {
    return done(() -> shelf(shard).whole(epoch, doubt.word()));
  }

  private MemoryShard shelf(int shard) {
    return shelves.computeIfAbsent(shard, MemoryShard::new);
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
    } catch (Refused | WentBackwards | RedisUnavailableException no) {
      return Future.failedFuture(no);
    }
  }
}
