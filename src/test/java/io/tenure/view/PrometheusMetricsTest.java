package io.tenure.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.shard.Meters;
import io.tenure.shard.meter.LoopMeter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks the meters that have two names until a version removes the older one. */
class PrometheusMetricsTest {

  private static final Pattern DEPRECATED =
      Pattern.compile(
          "# HELP (\\w+) .*\\(deprecated: use (\\w+); removed in \\d+[.]\\d+[.]0\\)[.]");

  private final String scraped =
      PrometheusMetrics.scrape(
          new Meters(
              List.of(),
              List.of(),
              List.of(new LoopMeter(10, () -> 3, () -> 2), new LoopMeter(10, () -> 0, () -> 7)),
              List.of()),
          new ServerInfo("1", "memory", "strict", true, () -> 0, () -> 0, () -> 0),
          0);

  @Test
  void requestsThatWaitForALoopHaveTheOldNameToo() {
    for (String name : List.of("requests{loop=\"%d\",mailbox", "letters{loop=\"%d\",letters")) {
      String sample = "\ntenure_mailbox_" + name + "=\"%s\"} %d\n";
      assertHas(sample.formatted(0, "renewals", 3));
      assertHas(sample.formatted(0, "requests", 2));
      assertHas(sample.formatted(1, "renewals", 0));
      assertHas(sample.formatted(1, "requests", 7));
    }
  }

  @Test
  void anOldNameNamesItsSuccessorAndNoDashboardAsksForIt() throws Exception {
    List<MatchResult> deprecated = DEPRECATED.matcher(scraped).results().toList();

    assertEquals(1, deprecated.size());
    for (MatchResult each : deprecated) {
      assertHas("\n# TYPE " + each.group(2) + " ");
      for (String file : List.of("alerts.yaml", "grafana-dashboard.json")) {
        String asks = Files.readString(Path.of("config", file));
        assertFalse(asks.contains(each.group(1)), file);
      }
    }
  }

  private void assertHas(String text) {
    assertTrue(scraped.contains(text), () -> text + " in\n" + scraped);
  }
}
