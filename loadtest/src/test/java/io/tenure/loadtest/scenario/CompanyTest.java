package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.loadtest.peer.ServerProcess;
import io.tenure.loadtest.report.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompanyTest {

  @TempDir private Path results;
  private final Outcome outcome = new Outcome("peers", "Peers");
  private Company company;

  @BeforeEach
  void come() {
    company =
        new Company(new Stage("peers", new Options(Map.of()), results, Progress.quiet()), outcome);
  }

  @Test
  void whoIsNotInstalledIsLeftOut() {
    company.play(() -> start("no-such-peer"));

    assertEquals("some peer", outcome.settings().get("left out"));
    assertNull(outcome.voidBecause());
  }

  @Test
  void whoIsInstalledAndDoesNotStartFailsTheOutcome() {
    company.play(() -> start("false"));

    assertFalse(outcome.held());
  }

  @Test
  void whateverGoesWrongFailsTheOutcomeAndTheOthersHaveTheirTurn() {
    company.play(
        () -> {
          throw new IllegalStateException("tenure refused 3 renewals");
        });
    company.play(() -> outcome.check("renewals refused", 0, 0));

    assertFalse(outcome.held());
    assertEquals(1, outcome.checks().size());
    assertNull(outcome.settings().get("left out"));
  }

  private static void start(String program) {
    ServerProcess.start(
            "some peer",
            ServerProcess.newDirectory("none"),
            ServerProcess.freePort(),
            List.of(program),
            Map.of(),
            "install it")
        .close();
  }
}
