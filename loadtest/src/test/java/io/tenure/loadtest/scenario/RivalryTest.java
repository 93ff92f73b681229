package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.report.Comparison;
import java.util.List;
import org.junit.jupiter.api.Test;

class RivalryTest {

  @Test
  void aRoundSpoiltByStealIsThrownOutAndCounted() {
    Comparison judged =
        judged(round(100, 3, 0), round(100, 3, 0), round(100, 3, 0), round(100, 50, 0.02));

    assertEquals(List.of(3.0, 3.0, 3.0), judged.ratios());
    assertEquals(1, judged.thrownOut());
    assertFalse(judged.spoilt());
  }

  @Test
  void aRoundWhoseEchoDriftedIsThrownOut() {
    Comparison judged =
        judged(round(100, 3, 0), round(105, 3, 0), round(95, 3, 0), round(80, 50, 0));

    assertEquals(1, judged.thrownOut());
    assertEquals(3, judged.ratio());
  }

  @Test
  void withoutCleanRoundsAllAreToldAndCalledSpoilt() {
    Comparison judged = judged(round(100, 3, 0), round(100, 4, 0.1), round(100, 5, 0.1));

    assertEquals(3, judged.ratios().size());
    assertEquals(2, judged.thrownOut());
    assertTrue(judged.spoilt());
    assertEquals("spoilt", judged.doubt());
  }

  private static Comparison judged(Rivalry.Round... rounds) {
    return Rivalry.judged("some", "we", "they", List.of(rounds));
  }

  private static Rivalry.Round round(long echo, long ours, double steal) {
    return new Rivalry.Round(burst(echo), burst(ours), burst(1), steal);
  }

  private static Contender.Burst burst(long perCpuSecond) {
    return new Contender.Burst(perCpuSecond, 1_000_000_000, 1_000_000_000);
  }
}
