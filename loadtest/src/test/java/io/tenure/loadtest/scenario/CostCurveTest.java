package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.report.Outcome;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a real server. */
class CostCurveTest {

  @TempDir private Path results;

  @Test
  void aCtrlCWhileASizeIsPreparedLeavesThoseBeforeIt() {
    Options options = new Options(Map.of("seconds", "0.02", "warm", "0.2", "leases", "10M"));
    try (Progress progress = HaltedProgress.soonAfter("up to 1,000,000 leases")) {
      CostCurve curve = new CostCurve();
      Outcome outcome = curve.play(new Stage("curve", options.readBy(curve), results, progress));

      assertTrue(outcome.held(), String.valueOf(outcome.voidBecause()));
      assertEquals(2, outcome.checks().size(), "what was done, and what came of it");
      outcome.curves().forEach(each -> assertTrue(each.points().size() >= 3, each.name()));
    }
  }
}
