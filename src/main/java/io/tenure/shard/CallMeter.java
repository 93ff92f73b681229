package io.tenure.shard;

import io.tenure.core.Spread;
import io.tenure.core.Tally;
import org.jspecify.annotations.Nullable;

/**
 * What the calls from one context came to, and how long they took until their answer was back
 * there. Written on that context, read by any thread.
 */
public final class CallMeter {

  private static final CallKind[] KINDS = CallKind.values();
  private static final int VERDICTS = Verdict.values().length;

  private final Tally verdicts = new Tally(KINDS.length * VERDICTS);
  private final @Nullable Spread[] spreads = new Spread[KINDS.length];

  void answered(CallKind kind, Verdict verdict, long nanos) {
    verdicts.add(kind.ordinal() * VERDICTS + verdict.ordinal());
    Spread spread = spreads[kind.ordinal()];
    if (spread == null) {
      spread = new Spread();
      spreads[kind.ordinal()] = spread;
    }
    spread.add(nanos);
  }

  public long count(CallKind kind, Verdict verdict) {
    return verdicts.get(kind.ordinal() * VERDICTS + verdict.ordinal());
  }

  /** Null when there was none of this kind. */
  public @Nullable Spread spread(CallKind kind) {
    return spreads[kind.ordinal()];
  }
}
