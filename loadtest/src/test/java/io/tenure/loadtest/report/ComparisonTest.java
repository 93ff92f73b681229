package io.tenure.loadtest.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  @Test
  void theRatioIsTheMedianOfTheRounds() {
    assertEquals(2, of(9, 1, 2).ratio());
    assertEquals(2.5, of(9, 1, 2, 3).ratio());
  }

  @Test
  void theBoundsHoldTheMedianAndNothingBeyondTheRounds() {
    double[] bounds = of(1, 2, 3, 4, 5, 6, 7, 8, 9).confidence();

    assertTrue(1 <= bounds[0] && bounds[0] < 5 && 5 < bounds[1] && bounds[1] <= 9);
  }

  @Test
  void aGoalIsReachedFromItsOwnSide() {
    assertEquals("aim", goal(4, Goal.Better.HIGHER, 2, 3).reached());
    assertEquals("line", goal(2, Goal.Better.HIGHER, 2, 3).reached());
    assertEquals("missed", goal(1.99, Goal.Better.HIGHER, 2, 3).reached());
    assertEquals("aim", goal(6, Goal.Better.LOWER, 10, 6).reached());
    assertEquals("missed", goal(10.01, Goal.Better.LOWER, 10, 6).reached());
  }

  private static Goal goal(double measured, Goal.Better better, double line, double aim) {
    return new Goal("some", measured, "x", better, line, aim);
  }

  private static Comparison of(double... ratios) {
    List<Double> all = Arrays.stream(ratios).boxed().toList();
    return new Comparison("some", "we", "they", all, all, all, all, 0, false);
  }
}
