package io.tenure.loadtest.pace;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Logs the times of each second, in HdrHistogram's own format. */
final class IntervalLog implements AutoCloseable {

  private static final long INTERVAL_NANOS = 1_000_000_000;

  private final Histogram interval = Latencies.histogram();
  private final PrintStream file;
  private final HistogramLogWriter log;
  private long endNanos = System.nanoTime() + INTERVAL_NANOS;

  IntervalLog(Path path) {
    try {
      Files.createDirectories(path.getParent());
      file = new PrintStream(Files.newOutputStream(path), false, "US-ASCII");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    log = new HistogramLogWriter(file);
    long now = System.currentTimeMillis();
    log.outputLogFormatVersion();
    log.outputStartTime(now);
    log.outputLegend();
    interval.setStartTimeStamp(now);
  }

  void record(long nanos, long nowNanos) {
    interval.recordValue(nanos);
    if (nowNanos - endNanos >= 0) {
      endInterval();
      endNanos = nowNanos + INTERVAL_NANOS;
    }
  }

  private void endInterval() {
    if (interval.getTotalCount() > 0) {
      long now = System.currentTimeMillis();
      interval.setEndTimeStamp(now);
      log.outputIntervalHistogram(interval);
      interval.reset();
      interval.setStartTimeStamp(now);
    }
  }

  @Override
  public void close() {
    endInterval();
    file.close();
  }
}
