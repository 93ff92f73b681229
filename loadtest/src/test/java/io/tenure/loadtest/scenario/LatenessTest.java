package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.report.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with a real server. */
class LatenessTest {

  @TempDir private Path results;

  @ParameterizedTest
  @ValueSource(strings = {"lost", "watch"})
  void everyEndIsToldOnceAndNoneEarly(String events) {
    Outcome outcome =
        Lateness.ofOurs(
            stage(
                Map.of(
                    "leases", "200",
                    "rate", "500",
                    "expiries", "200",
                    "ttl", "500",
                    "warm", "0.5",
                    "seconds", "1.5",
                    "events", events)));

    assertTrue(outcome.held(), String.valueOf(outcome.voidBecause()));
    assertTrue(Files.exists(results.resolve("lateness-events-of-Tenure.hlog")));
  }

  private Stage stage(Map<String, String> options) {
    return new Stage(
        "lateness", new Options(options).readBy(new Lateness()), results, Progress.quiet());
  }
}
