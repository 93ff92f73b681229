package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Outcome;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverloadTest {

  @TempDir private Path results;

  @Test
  void whatWasSaidUntilAHaltIsToldOfTheTimeThatPassed() {
    Options options =
        new Options(Map.of("seconds", "6", "leases", "10k", "ttl", "15k")).readBy(new Overload());
    try (Progress progress = HaltedProgress.soonAfter("offered")) {
      Outcome outcome = new Overload().play(new Stage("overload", options, results, progress));
      Distribution punctual = outcome.distributions().get(0);

      assertTrue(outcome.held(), String.valueOf(outcome.voidBecause()));
      assertEquals(3, outcome.checks().size(), "the punctual, the flood, and what came of it");
      assertTrue(outcome.measured(Account.SECONDS) < 6, "the halt was heard");
      assertTrue(outcome.measured(Overload.GOODPUT) > 0.6 * outcome.measured(Account.RATE));
      assertTrue(punctual.lag() != null && punctual.uncorrected() != null);
    }
  }

  @Test
  void aSenderThatIsTheSlowerOneDoesNotOverload() {
    double peak = 1_000 * Overload.BATCH;

    assertFalse(new Overload.Flood(2_000, 0, 1, 0.1).overloads(peak));
    assertTrue(new Overload.Flood(1_000, 0, 1, 0.9).overloads(peak), "no socket takes more");
    assertTrue(new Overload.Flood(5_000, 0, 1, 0).overloads(peak), "all was taken");
  }
}
