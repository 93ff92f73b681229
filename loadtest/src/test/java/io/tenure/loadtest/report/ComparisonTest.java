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
    Bounds bounds = of(1, 2, 3, 4, 5, 6, 7, 8, 9).confidence();

    assertTrue(1 <= bounds.low() && bounds.low() < 5 && 5 < bounds.high() && bounds.high() <= 9);
  }

  @Test
  void aGoalIsReachedFromItsOwnSide() {
    assertEquals("aim", goal(4, Goal.Better.HIGHER, 2, 3).reached());
    assertEquals("line", goal(2, Goal.Better.HIGHER, 2, 3).reached());
    assertEquals("missed", goal(1.99, Goal.Better.HIGHER, 2, 3).reached());
    assertEquals("aim", goal(6, Goal.Better.LOWER, 10, 6).reached());
    assertEquals("missed", goal(10.01, Goal.Better.LOWER, 10, 6).reached());
  }

  @Test
  void aGoalIsReachedWhenTheNearerBoundReachesIt() {
    Goal higher = goal(4, Goal.Better.HIGHER, 2, 3);
    Goal lower = goal(4, Goal.Better.LOWER, 10, 6);

    assertEquals("aim", higher.within(new Bounds(3, 9)).reached());
    assertEquals("line", higher.within(new Bounds(2.9, 9)).reached());
    assertEquals("undecided", higher.within(new Bounds(1.9, 9)).reached());
    assertEquals("missed", higher.within(new Bounds(1, 1.9)).reached());
    assertEquals("line", lower.within(new Bounds(1, 7)).reached());
    assertEquals("undecided", lower.within(new Bounds(1, 11)).reached());
    assertEquals("missed", lower.within(new Bounds(11, 12)).reached());
  }

  private static Goal goal(double measured, Goal.Better better, double line, double aim) {
    return new Goal("some", measured, "x", better, line, aim);
  }

  private static Comparison of(double... ratios) {
    List<Double> all = Arrays.stream(ratios).boxed().toList();
    return new Comparison("some", "we", "they", all, all, all, all, 0, false);
  }
}
