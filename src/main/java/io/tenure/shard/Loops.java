package io.tenure.shard;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The loops of this server, and which shard lives on which. */
final class Loops {

  private final Clock clock;
  private final AtomicReferenceArray<Loop> byShard;
  private final AtomicReferenceArray<Shard> shards;
  private final Map<Thread, Loop> byThread = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  Loops(Clock clock, int shards) {
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

  Collection<Loop> all() {
    return byThread.values();
  }

  Loop of(int shard) {
    return byShard.get(shard);
  }

  /** The loop whose thread this is; {@code begin} is called once with a new one. */
  Loop here(Turns turns, Consumer<Loop> begin) {
    Loop known = here();
    if (known != null) {
      return known;
    }
    Loop made = new Loop(count.getAndIncrement(), clock, turns);
    byThread.put(Thread.currentThread(), made);
    begin.accept(made);
    return made;
  }

  /** The loop whose thread this is, or null. */
  @Nullable Loop here() {
    return byThread.get(Thread.currentThread());
  }

  void settle(Shard shard, Loop loop) {
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
