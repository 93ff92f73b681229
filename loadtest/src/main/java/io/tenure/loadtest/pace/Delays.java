package io.tenure.loadtest.pace;

import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/** How long after their time things came that nobody sends, such as the ends of leases. */
public final class Delays implements AutoCloseable {

  private final Histogram all = Latencies.histogram();
  private final IntervalLog log;

  /** {@code logFile}: of intervals of a second. */
  public Delays(Path logFile) {
    log = new IntervalLog(logFile);
  }

  /** What came early counts as in time: whether anything may be early is for others to judge. */
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
