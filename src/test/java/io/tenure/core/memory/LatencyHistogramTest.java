package io.tenure.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

  @Test
  void everyDurationLiesBetweenTheEndsOfItsBucketAndTheOneBefore() {
    for (long nanos = 0; nanos < 120_000_000_000L; nanos += 1 + nanos / 37) {
      int bucket = LatencyHistogram.bucket(nanos);
      assertTrue(nanos < LatencyHistogram.endNanos(bucket), nanos + " in " + bucket);
      assertTrue(
          bucket == 0 || nanos >= LatencyHistogram.endNanos(bucket - 1), nanos + " in " + bucket);
    }
  }

  @Test
  void theNextBucketEndsAtMostAnEighthLater() {
    for (int bucket = 9; bucket < LatencyHistogram.BUCKETS; bucket++) {
      long before = LatencyHistogram.endNanos(bucket - 1);
      assertTrue(LatencyHistogram.endNanos(bucket) > before);
      assertTrue(LatencyHistogram.endNanos(bucket) - before <= before / 8, "bucket " + bucket);
    }
  }

  @Test
  void whateverIsLongerIsInTheLast() {
    assertEquals(LatencyHistogram.BUCKETS - 1, LatencyHistogram.bucket(Long.MAX_VALUE));
  }

  @Test
  void countsAndSumsWhatItIsTold() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.add(5_000);
    histogram.add(5_001);
    histogram.add(-1);

    assertEquals(2, histogram.count(LatencyHistogram.bucket(5_000)));
    assertEquals(1, histogram.count(0));
    assertEquals(10_001, histogram.sumNanos());
  }
}
