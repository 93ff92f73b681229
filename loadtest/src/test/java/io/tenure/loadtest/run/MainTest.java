package io.tenure.loadtest.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Outcome;
import io.tenure.loadtest.report.Report;
import java.time.LocalDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MainTest {

  @Test
  void theExitCodeTellsWhatIsBrokenFromWhatIsVoid() {
    Distribution empty = Distribution.of("events", Latencies.histogram());

    assertEquals(0, exitCode(outcome().check("refused", 0, 0)));
    assertEquals(1, exitCode(outcome().check("refused", 0, 1)));
    assertEquals(2, exitCode(outcome().distribution(empty)));
    assertEquals(1, exitCode(outcome().distribution(empty).check("refused", 0, 1)));
  }

  @Test
  void everyRunOfADayHasADirectoryOfItsOwn() {
    LocalDateTime begun = LocalDateTime.of(2026, 1, 2, 9, 5, 7);

    assertEquals("2026-01-02-090507-renew", Main.directory(Suite.of("renew"), begun));
    assertEquals("2026-01-02-180508-full", Main.directory(Suite.full(), begun.plusSeconds(32_401)));
  }

  private static int exitCode(Outcome outcome) {
    Report report = new Report("Some load", "2026-01-01 00:00", Map.of());
    report.add(outcome);
    return Main.exitCode(report);
  }

  private static Outcome outcome() {
    return new Outcome("renew", "Renewals");
  }
}
