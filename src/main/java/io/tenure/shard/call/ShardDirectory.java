package io.tenure.shard.call;

import io.tenure.shard.loop.ShardLoop;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the shards of this server, and the loop of each shard. It never changes. */
public final class ShardDirectory {

  private final List<ShardLoop> loops;
  private final CallTarget[] shards;
  private final ShardLoop[] homes;

  /** Requires {@code loops} and {@code shards} in the order of their numbers. */
  public ShardDirectory(List<ShardLoop> loops, List<? extends CallTarget> shards) {
    this.loops = List.copyOf(loops);
    this.shards = shards.toArray(CallTarget[]::new);
    homes = shards.stream().map(CallTarget::loop).toArray(ShardLoop[]::new);
  }

  public List<ShardLoop> loops() {
    return loops;
  }

  /** Returns the loop of the calling thread; null on any other thread. */
  public @Nullable ShardLoop here() {
    for (ShardLoop loop : loops) {
      if (loop.isHere()) {
        return loop;
      }
    }
    return null;
  }

  /** The number of shards. */
  public int size() {
    return shards.length;
  }

  public CallTarget shard(int index) {
    return shards[index];
  }

  public ShardLoop loopOf(int shard) {
    return homes[shard];
  }
}
