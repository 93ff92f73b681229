package io.tenure.shard.meter;

import io.tenure.core.memory.Counters;
import io.tenure.core.memory.LatencyHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the calls from one context came to, and how long they took until their answer was
 * back there. Written on that context, read by any thread.
 */
public final class CallMeter {

  private static final CallKind[] KINDS = CallKind.values();
  private static final int VERDICTS = CallOutcome.values().length;

  private final Counters verdicts = new Counters(KINDS.length * VERDICTS);
  private final @Nullable LatencyHistogram[] spreads = new LatencyHistogram[KINDS.length];

  public void answered(CallKind kind, CallOutcome verdict, long nanos) {
    verdicts.add(kind.ordinal() * VERDICTS + verdict.ordinal());
    LatencyHistogram histogram = spreads[kind.ordinal()];
    if (histogram == null) {
      histogram = new LatencyHistogram();
      spreads[kind.ordinal()] = histogram;
    }
    histogram.add(nanos);
  }

  public long count(CallKind kind, CallOutcome verdict) {
    return verdicts.get(kind.ordinal() * VERDICTS + verdict.ordinal());
  }

  /** Null when there was none of this kind. */
  public @Nullable LatencyHistogram spread(CallKind kind) {
    return spreads[kind.ordinal()];
  }
}
