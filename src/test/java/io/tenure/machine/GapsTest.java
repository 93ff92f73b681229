package io.tenure.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GapsTest {

  private static final long MILLI = 1_000_000;

  /** Holds for every start of the clock: it may wrap in the middle. */
  @ParameterizedTest
  @ValueSource(longs = {0, 12_345, Long.MAX_VALUE - 650 * MILLI, Long.MIN_VALUE})
  void theLongestPartWithinTheTimeIsFound(long begin) {
    Gaps gaps = new Gaps(begin);
    for (long at : new long[] {5, 10, 510, 515, 815, 820}) {
      gaps.look(begin + at * MILLI);
    }

    assertEquals(500, longest(gaps, begin, 0, 820));
    assertEquals(300, longest(gaps, begin, 512, 820));
    assertEquals(400, longest(gaps, begin, 110, 820));
    assertEquals(90, longest(gaps, begin, 0, 100));
    assertEquals(0, longest(gaps, begin, 0, 10));
  }

  @Test
  void aGapThatIsNotOverCounts() {
    Gaps gaps = new Gaps(0);

    assertEquals(250, gaps.longestNanos(0, 250 * MILLI, 400 * MILLI) / MILLI);
  }

  private static long longest(Gaps gaps, long begin, long fromMillis, long untilMillis) {
    long from = begin + fromMillis * MILLI;
    return gaps.longestNanos(from, begin + untilMillis * MILLI, begin + 820 * MILLI) / MILLI;
  }
}
