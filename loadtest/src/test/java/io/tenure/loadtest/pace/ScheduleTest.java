package io.tenure.loadtest.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.loadtest.pace.Schedule.Arrivals;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  @Test
  void constantArrivalsAreAsFarApartAsTheRateSays() {
    assertEquals(
        List.of(7_000L, 1_007_000L, 2_007_000L),
        times(new Schedule(Arrivals.CONSTANT, 1_000, 1, 7_000), 3));
  }

  @Test
  void theSameSeedMeansTheSameTimes() {
    assertEquals(
        times(new Schedule(Arrivals.POISSON, 500, 9, 0), 1_000),
        times(new Schedule(Arrivals.POISSON, 500, 9, 0), 1_000));
    assertNotEquals(
        times(new Schedule(Arrivals.POISSON, 500, 9, 0), 1_000),
        times(new Schedule(Arrivals.POISSON, 500, 10, 0), 1_000));
  }

  @Test
  void arrivalsByChanceComeAtTheRateAllTheSame() {
    List<Long> times = times(new Schedule(Arrivals.POISSON, 1_000, 3, 0), 100_000);

    assertEquals(100, times.get(times.size() - 1) / 1e9, 2);
  }

  @Test
  void arrivalsByChanceAreAsUnevenAsTheyShouldBe() {
    List<Long> times = times(new Schedule(Arrivals.POISSON, 1_000, 3, 0), 100_000);
    long close = 0;
    for (int at = 1; at < times.size(); at++) {
      close += times.get(at) - times.get(at - 1) < 1_000_000 ? 1 : 0;
    }

    assertEquals(1 - Math.exp(-1), close / 1e5, 0.01);
  }

  @Test
  void aRateOfNothingIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Schedule(Arrivals.CONSTANT, 0, 1, 0));
  }

  private static List<Long> times(Schedule schedule, int count) {
    List<Long> times = new ArrayList<>();
    for (int each = 0; each < count; each++) {
      times.add(schedule.nextNanos());
      schedule.advance();
    }
    return times;
  }
}
