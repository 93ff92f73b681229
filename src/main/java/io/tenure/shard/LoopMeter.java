package io.tenure.shard;

import io.tenure.core.memory.Counters;
import io.tenure.core.memory.LatencyHistogram;

/** What one event loop counts of itself. Written by its thread, read by any. */
public final class LoopMeter {

  private final Mailbox mailbox;
  private final LatencyHistogram delays = new LatencyHistogram();
  private final Counters renewed = new Counters(1);
  private long tickedNanos;
  private boolean ticked;

  LoopMeter(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  void ticks(long nowNanos) {
    if (ticked) {
      delays.add(nowNanos - tickedNanos - ShardVerticle.TICK_MILLIS * 1_000_000);
    }
    ticked = true;
    tickedNanos = nowNanos;
  }

  void renewed(int count) {
    renewed.add(0, count);
  }

  /** Renewals that came in batches and were granted. */
  public long renewed() {
    return renewed.get(0);
  }

  /** How much later than it should the loop came to look at its shards. */
  public LatencyHistogram delays() {
    return delays;
  }

  public int renewalsWaiting() {
    return mailbox.renewalsWaiting();
  }

  public int requestsWaiting() {
    return mailbox.requestsWaiting();
  }
}
