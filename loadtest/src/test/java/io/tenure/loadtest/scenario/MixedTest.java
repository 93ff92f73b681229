package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.report.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a real server. */
class MixedTest {

  @TempDir private Path results;

  @Test
  void aDayOfJobsLosesNothing() {
    Options options =
        new Options(Map.of("rate", "50", "seconds", "1", "ttl", "4000", "store", "memory"))
            .readBy(new Mixed());
    Stage stage = new Stage("mixed", options, results, Progress.quiet());
    Outcome outcome = new Mixed().play(stage);

    assertTrue(outcome.held(), String.valueOf(outcome.voidBecause()));
    assertEquals(3, outcome.distributions().size());
    outcome
        .distributions()
        .forEach(each -> assertTrue(Files.exists(stage.log(each.name())), each.name()));
  }
}
