package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.loadtest.report.Check;
import io.tenure.loadtest.report.Outcome;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a real server. */
class AcquireTest {

  @TempDir private Path results;

  @Test
  void whatATooBusyServerRefusesToTakeBackIsGivenBackAgain() {
    Options options =
        new Options(Map.of("rate", "60000", "warm", "0.5", "seconds", "0.5", "store", "memory"))
            .readBy(new Acquire());
    Outcome outcome = new Acquire().play(new Stage("acquire", options, results, Progress.quiet()));

    Check letGo =
        outcome.checks().stream()
            .filter(each -> each.what().startsWith("leases let go"))
            .findFirst()
            .orElseThrow();
    assertEquals(letGo.expected(), letGo.found());
  }
}
