package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void everyDurationLiesBetweenTheEndsOfItsBucketAndTheOneBefore() {
    for (long nanos = 0; nanos < 120_000_000_000L; nanos += 1 + nanos / 37) {
      int bucket = Spread.bucket(nanos);
      assertTrue(nanos < Spread.endNanos(bucket), nanos + " in " + bucket);
      assertTrue(bucket == 0 || nanos >= Spread.endNanos(bucket - 1), nanos + " in " + bucket);
    }
  }

  @Test
  void theNextBucketEndsAtMostAnEighthLater() {
    for (int bucket = 9; bucket < Spread.BUCKETS; bucket++) {
      long before = Spread.endNanos(bucket - 1);
      assertTrue(Spread.endNanos(bucket) > before);
      assertTrue(Spread.endNanos(bucket) - before <= before / 8, "bucket " + bucket);
    }
  }

  @Test
  void whateverIsLongerIsInTheLast() {
    assertEquals(Spread.BUCKETS - 1, Spread.bucket(Long.MAX_VALUE));
  }

  @Test
  void countsAndSumsWhatItIsTold() {
    Spread spread = new Spread();
    spread.add(5_000);
    spread.add(5_001);
    spread.add(-1);

    assertEquals(2, spread.count(Spread.bucket(5_000)));
    assertEquals(1, spread.count(0));
    assertEquals(10_001, spread.sumNanos());
  }
}
