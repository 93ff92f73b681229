package io.tenure.shard;

import io.tenure.shard.meter.CallMeter;
import io.tenure.shard.meter.LoopMeter;
import io.tenure.shard.meter.ShardMeter;
import java.util.List;

/**
 * The measurements of all shards, loops and callers. Reading them needs no loop: each loop writes
 * its own numbers, and the reader adds them up.
 */
public record Meters(
    List<ShardReport> reports,
    List<ShardMeter> shards,
    List<LoopMeter> loops,
    List<CallMeter> calls) {

  public Meters {
    reports = List.copyOf(reports);
    shards = List.copyOf(shards);
    loops = List.copyOf(loops);
    calls = List.copyOf(calls);
  }
}
