package io.tenure.loadtest.pace;

import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/** Records how late unsolicited messages came, such as the ends of leases. */
public final class Delays implements AutoCloseable {

  private final Histogram all = Latencies.histogram();
  private final IntervalLog log;

  /** {@code logFile}: of intervals of a second. */
  public Delays(Path logFile) {
    log = new IntervalLog(logFile);
  }

  /** An early message counts as in time: other code judges whether it may be early. */
  public void record(long nanos, long nowNanos) {
    long delay = Latencies.bounded(nanos);
    all.recordValue(delay);
    log.record(delay, nowNanos);
  }

  public Histogram all() {
    return all;
  }

  @Override
  public void close() {
    log.close();
  }
}
