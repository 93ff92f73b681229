package io.tenure.shard;

import java.util.List;

/**
 * Everything that shards, loops and callers count. Reading it asks no loop anything: each writes
 * its own numbers, and whoever reads adds them up.
 */
public record Meters(List<ShardMeter> shards, List<LoopMeter> loops, List<CallMeter> calls) {

  public Meters {
    shards = List.copyOf(shards);
    loops = List.copyOf(loops);
    calls = List.copyOf(calls);
  }
}
