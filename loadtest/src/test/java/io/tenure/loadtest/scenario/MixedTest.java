package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.report.Outcome;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real server. */
class MixedTest {

  @TempDir private Path results;

  @Test
  void aDayOfJobsLosesNothing() {
    Options options =
        new Options(Map.of("rate", "50", "seconds", "1", "ttl", "1500", "store", "memory"));
    Outcome outcome = new Mixed().play(new Stage(options, results, Progress.quiet()));

    assertTrue(outcome.held(), String.valueOf(outcome.voidBecause()));
  }
}
