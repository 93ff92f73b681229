package io.tenure.shard.meter;

import io.tenure.core.memory.Counters;
import io.tenure.core.memory.LatencyHistogram;
import java.util.function.IntSupplier;

/**
 * Counts the delays and renewals of one event loop. Written by the thread of the loop, read by any.
 */
public final class LoopMeter {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final long tickNanos;
  private final IntSupplier renewalsWaiting;
  private final IntSupplier requestsWaiting;
  private final LatencyHistogram delays = new LatencyHistogram();
  private final Counters renewed = new Counters(1);
  private long tickedNanos;
  private boolean ticked;

  /** Any thread may call the suppliers. */
  public LoopMeter(long tickMillis, IntSupplier renewalsWaiting, IntSupplier requestsWaiting) {
    tickNanos = tickMillis * NANOS_PER_MILLI;
    this.renewalsWaiting = renewalsWaiting;
    this.requestsWaiting = requestsWaiting;
  }

  public void ticks(long nowNanos) {
    if (ticked) {
      delays.add(nowNanos - tickedNanos - tickNanos);
    }
    ticked = true;
    tickedNanos = nowNanos;
  }

  public void renewed(int count) {
    renewed.add(0, count);
  }

  /** The number of renewals that came in batches and were granted. */
  public long renewed() {
    return renewed.get(0);
  }

  /** The delays of the ticks of the loop. */
  public LatencyHistogram delays() {
    return delays;
  }

  public int renewalsWaiting() {
    return renewalsWaiting.getAsInt();
  }

  public int requestsWaiting() {
    return requestsWaiting.getAsInt();
  }
}
