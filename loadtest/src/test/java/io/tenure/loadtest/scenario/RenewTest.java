package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Check;
import io.tenure.loadtest.report.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the reports of the harness with a real server. */
class RenewTest {

  private static final int LEASES = 500;

  @TempDir private Path results;

  @Test
  void acknowledgedRenewalsAreDeadlinesMoved() {
    try (Tenure tenure = Tenure.inMemory(Tenure.TERMS);
        Engine engine = new Engine()) {
      tenure.prepare(engine, LEASES);
      for (String door : List.of("stream", "http")) {
        for (String batch : List.of("1", "16")) {
          Outcome outcome = renew(tenure, engine, door, batch);

          assertTrue(outcome.held(), door + " " + batch + ": " + outcome.voidBecause());
          assertEquals(3, outcome.checks().size());
        }
      }
      assertTrue(Files.exists(results.resolve("renew-single-over-stream.hlog")));

      findsAnAcknowledgementThatMovedNothing(tenure, engine);
    }
  }

  private Outcome renew(Tenure tenure, Engine engine, String door, String batch) {
    Options options =
        new Options(
                Map.of(
                    "door", door,
                    "batch", batch,
                    "rate", "2k",
                    "seconds", "0.5",
                    "warm", "0.2",
                    "connections", "4"))
            .readBy(new Renew());
    Stage stage = new Stage("renew", options, results, Progress.quiet());
    return new Renew.Run(stage, tenure, engine).play("renew", "Renewals");
  }

  /** Simulates a server that acknowledged a renewal and did nothing. */
  private static void findsAnAcknowledgementThatMovedNothing(Tenure tenure, Engine engine) {
    tenure.held().acknowledged(7, System.nanoTime() + 60_000_000_000L);
    Outcome outcome = new Outcome("renew", "Renewals");
    Audit.of(engine, tenure).tell(outcome);
    Check check = outcome.checks().get(0);

    assertFalse(outcome.held());
    assertEquals(LEASES, check.expected());
    assertEquals(LEASES - 1, check.found());
  }
}
