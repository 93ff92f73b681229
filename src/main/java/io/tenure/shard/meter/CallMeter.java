package io.tenure.shard.meter;

import io.tenure.api.OperationLabel;
import io.tenure.api.Outcome;
import io.tenure.core.memory.Counters;
import io.tenure.core.memory.LatencyHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts the outcomes of the calls from one context, and measures how long their answers took. The
 * time includes the way back to the context. Written on that context, read by any thread.
 */
public final class CallMeter {

  private static final OperationLabel[] LABELS = OperationLabel.values();
  private static final int OUTCOMES = Outcome.values().length;

  private final Counters outcomes = new Counters(LABELS.length * OUTCOMES);
  private final @Nullable LatencyHistogram[] latencies = new LatencyHistogram[LABELS.length];

  public void answered(OperationLabel label, Outcome outcome, long nanos) {
    outcomes.add(label.ordinal() * OUTCOMES + outcome.ordinal());
    LatencyHistogram histogram = latencies[label.ordinal()];
    if (histogram == null) {
      histogram = new LatencyHistogram();
      latencies[label.ordinal()] = histogram;
    }
    histogram.add(nanos);
  }

  public long count(OperationLabel label, Outcome outcome) {
    return outcomes.get(label.ordinal() * OUTCOMES + outcome.ordinal());
  }

  /** The durations of the calls with this label; null when there was none. */
  public @Nullable LatencyHistogram latency(OperationLabel label) {
    return latencies[label.ordinal()];
  }
}
