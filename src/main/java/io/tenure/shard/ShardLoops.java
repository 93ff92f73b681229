package io.tenure.shard;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The loops of this server, and which shard lives on which. */
final class ShardLoops {

  private final Clock clock;
  private final AtomicReferenceArray<ShardLoop> byShard;
  private final AtomicReferenceArray<Shard> shards;
  private final Map<Thread, ShardLoop> byThread = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  ShardLoops(Clock clock, int shards) {
    this.clock = clock;
    byShard = new AtomicReferenceArray<>(shards);
    this.shards = new AtomicReferenceArray<>(shards);
  }

  int shards() {
    return byShard.length();
  }

  int count() {
    return count.get();
  }

  Collection<ShardLoop> all() {
    return byThread.values();
  }

  ShardLoop of(int shard) {
    return byShard.get(shard);
  }

  /** The loop whose thread this is; {@code begin} is called once with a new one. */
  ShardLoop here(LoopExecutor executor, Consumer<ShardLoop> begin) {
    ShardLoop known = here();
    if (known != null) {
      return known;
    }
    ShardLoop made = new ShardLoop(count.getAndIncrement(), clock, executor);
    byThread.put(Thread.currentThread(), made);
    begin.accept(made);
    return made;
  }

  /** The loop whose thread this is, or null. */
  @Nullable ShardLoop here() {
    return byThread.get(Thread.currentThread());
  }

  void settle(Shard shard, ShardLoop loop) {
    loop.add(shard);
    byShard.set(shard.index(), loop);
    shards.set(shard.index(), shard);
  }

  /** Known to any thread, a little late. */
  boolean serves(int shard) {
    Shard there = shards.get(shard);
    return there != null && there.serves();
  }
}
