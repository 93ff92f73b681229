package io.tenure.loadtest.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatenciesTest {

  private static final long MILLI = 1_000_000;

  @Test
  void aLatencyCountsFromWhenItWasMeantToBeSent() {
    Latencies latencies = new Latencies(null);
    latencies.record(0, 40 * MILLI, 50 * MILLI);

    assertEquals(50, latencies.corrected().getMaxValue() / 1e6, 0.1);
    assertEquals(10, latencies.uncorrected().getMaxValue() / 1e6, 0.1);
    assertEquals(40, latencies.lag().getMaxValue() / 1e6, 0.1);
  }

  @Test
  void aSenderThatLagsSpoilsThePercentiles() {
    assertNotNull(withLag(11 * MILLI, 100 * MILLI).spoilt());
  }

  @Test
  void aSenderThatHardlyLagsDoesNot() {
    assertNull(withLag(9 * MILLI, 100 * MILLI).spoilt());
  }

  @Test
  void aTurnOfTheSendersLoopIsNoLag() {
    assertNull(withLag(MILLI / 100, MILLI / 25).spoilt());
    assertNotNull(withLag(MILLI / 40, MILLI / 25).spoilt());
  }

  @Test
  void everyPercentileThatIsToldIsJudged() {
    Latencies latencies = new Latencies(null);
    for (int each = 0; each < 10_000; each++) {
      latencies.record(0, each < 3_000 ? MILLI : 0, each < 30 ? 100 * MILLI : 2 * MILLI);
    }

    assertTrue(String.valueOf(latencies.spoilt()).contains("at p90"));
  }

  @Test
  void aFewThatLagBeyondThePercentileThatIsJudgedDoNot() {
    Latencies latencies = new Latencies(null);
    for (int each = 0; each < 10_000; each++) {
      latencies.record(0, each < 5 ? MILLI : 0, 2 * MILLI);
    }

    assertNull(latencies.spoilt());
  }

  @Test
  void nothingAnsweredIsNoResult() {
    assertEquals("nothing was measured", new Latencies(null).spoilt());
  }

  @Test
  void theLogOfIntervalsHoldsEveryLatency(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("some.hlog");
    long start = System.nanoTime();
    try (Latencies latencies = new Latencies(file)) {
      for (int each = 0; each < 5_000; each++) {
        long at = start + each * MILLI;
        latencies.record(at, at, at + 3 * MILLI);
      }
    }
    Histogram all = Latencies.histogram();
    int intervals = 0;
    try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
      for (var next = log.nextIntervalHistogram();
          next != null;
          next = log.nextIntervalHistogram()) {
        all.add((Histogram) next);
        intervals++;
      }
    }

    assertEquals(5_000, all.getTotalCount());
    assertTrue(intervals >= 4, "one for each second");
  }

  private static Latencies withLag(long lag, long latency) {
    Latencies latencies = new Latencies(null);
    latencies.record(0, lag, latency);
    return latencies;
  }
}
