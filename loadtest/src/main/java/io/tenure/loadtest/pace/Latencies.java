package io.tenure.loadtest.pace;

import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Records the latency of answers, counted from the scheduled sending of the message. It also
 * records, in addition and never instead, the latency counted from the real sending, and the lag of
 * the sender behind its schedule.
 */
public final class Latencies implements AutoCloseable {

  /** The sender may blur a reported value by this part of it. */
  public static final double LAG_SHARE_MAX = 0.1;

  /** The usual lag, even of a sender without a schedule: a turn of its loop. */
  public static final long LAG_NANOS_USUAL = 20_000;

  public static final String NOTHING = "nothing was measured";

  private static final long HIGHEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Histogram corrected = histogram();
  private final Histogram uncorrected = histogram();
  private final Histogram lag = histogram();
  private final @Nullable IntervalLog log;

  /** {@code logFile}: of intervals of a second; null where these times are not reported. */
  public Latencies(@Nullable Path logFile) {
    log = logFile == null ? null : new IntervalLog(logFile);
  }

  public static Histogram histogram() {
    return new Histogram(1, HIGHEST_NANOS, DIGITS);
  }

  public void record(long intendedNanos, long sentNanos, long answeredNanos) {
    long latency = bounded(answeredNanos - intendedNanos);
    corrected.recordValue(latency);
    uncorrected.recordValue(bounded(answeredNanos - sentNanos));
    lag.recordValue(bounded(sentNanos - intendedNanos));
    if (log != null) {
      log.record(latency, answeredNanos);
    }
  }

  public Histogram corrected() {
    return corrected;
  }

  public Histogram uncorrected() {
    return uncorrected;
  }

  public Histogram lag() {
    return lag;
  }

  /** The reason why these percentiles are worth nothing; null when every reported one counts. */
  public @Nullable String spoilt() {
    if (corrected.getTotalCount() == 0) {
      return NOTHING;
    }
    for (double percentile : Percentiles.SHOWN) {
      if (isJudged(percentile) && isBlurred(percentile)) {
        return "the sender lagged %.3f ms at %s, more than %.0f %% of the %.3f ms measured"
            .formatted(
                lag.getValueAtPercentile(percentile) / NANOS_PER_MILLI,
                Percentiles.name(percentile),
                100 * LAG_SHARE_MAX,
                corrected.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
      }
    }
    return null;
  }

  /** Whether the sender lagged too far for the value at this percentile. */
  public boolean isBlurred(double percentile) {
    long lagged = lag.getValueAtPercentile(percentile);
    return lagged > LAG_NANOS_USUAL
        && lagged > LAG_SHARE_MAX * corrected.getValueAtPercentile(percentile);
  }

  /**
   * The longest of all is a single sample: it is judged only where no other percentile is reported.
   */
  private boolean isJudged(double percentile) {
    boolean any = Percentiles.tells(corrected, Percentiles.SHOWN.get(0));
    return any == percentile < 100 && Percentiles.tells(corrected, percentile);
  }

  @Override
  public void close() {
    if (log != null) {
      log.close();
    }
  }

  static long bounded(long nanos) {
    return Math.min(HIGHEST_NANOS, Math.max(1, nanos));
  }
}
