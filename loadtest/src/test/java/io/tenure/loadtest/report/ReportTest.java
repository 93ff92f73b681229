package io.tenure.loadtest.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tenure.loadtest.pace.Latencies;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {

  private static final String HOSTILE = "<script>alert(\"&\")</script>";

  @Test
  void aBrokenCheckMakesAnOutcomeVoidAndTheRunAFailure() {
    Outcome outcome = new Outcome("renew", "Renewals").check("acknowledged", 10, 9);

    assertEquals("acknowledged: expected 10, found 9", outcome.voidBecause());
    assertFalse(report(outcome).held());
  }

  @Test
  void aSenderThatLaggedMakesAnOutcomeVoidButTheWorkWasDone() {
    Latencies latencies = new Latencies(null);
    latencies.record(0, 5_000_000, 6_000_000);
    Outcome outcome =
        new Outcome("renew", "Renewals").distribution(Distribution.of("all", latencies));

    assertTrue(String.valueOf(outcome.voidBecause()).startsWith("all: the sender lagged"));
    assertTrue(report(outcome).held());
    assertFalse(report(outcome).worked());
  }

  @Test
  void whatHeldIsNotVoid() {
    assertNull(new Outcome("renew", "Renewals").check("acknowledged", 10, 10).voidBecause());
  }

  @Test
  void thePageLoadsAndRunsNothing() {
    String page = HtmlReport.of(report(full()));

    for (String foreign :
        List.of("<script", "<link", "<img", "<iframe", "http://", "https://", "@import", "url(")) {
      assertFalse(page.contains(foreign), foreign);
    }
    assertTrue(page.contains("&lt;script&gt;"), "text stays text");
    assertTrue(page.contains("<svg") && page.contains("prefers-color-scheme:dark"));
  }

  @Test
  void thePageSaysWhatIsVoidAndWhatWasMissed() {
    String page = HtmlReport.of(report(full().check("acknowledged", 10, 9)));

    assertTrue(page.contains("Void: acknowledged: expected 10, found 9"));
    assertTrue(HtmlReport.of(report(full())).contains("class=\"missed\">missed"));
  }

  @Test
  void percentilesWithTooFewSamplesAreNotTold() {
    Latencies few = new Latencies(null);
    for (int each = 0; each < 1_000; each++) {
      few.record(0, 0, 1_000_000);
    }
    Distribution distribution = Distribution.of("few", few);
    Outcome outcome = new Outcome("renew", "Renewals").distribution(distribution);

    assertEquals(1, distribution.millisAt(99), 0.01);
    assertTrue(Double.isNaN(distribution.millisAt(99.9)));
    assertTrue(JsonReport.of(report(outcome)).contains("\"p99.9\" : null"));
  }

  @Test
  void theFarthestPercentileWantsAMillionSamples() {
    Latencies many = new Latencies(null);
    for (int each = 0; each < 999_999; each++) {
      many.record(0, 0, 1_000_000);
    }

    assertTrue(Double.isNaN(Distribution.of("many", many).millisAt(99.99)));
    many.record(0, 0, 1_000_000);
    assertEquals(1, Distribution.of("many", many).millisAt(99.99), 0.01);
  }

  @Test
  void aGoalMeasuredInRoundsIsToldWithItsBounds() {
    Goal goal = new Goal("some", 2.5, "x", Goal.Better.HIGHER, 2, 3).within(new Bounds(1.5, 4));
    Report report = report(new Outcome("peers", "Peers").goal(goal));

    assertTrue(HtmlReport.of(report).contains("2.50 (1.50 to 4.00) x"));
    assertTrue(HtmlReport.of(report).contains("class=\"undecided\">undecided"));
    assertTrue(JsonReport.of(report).contains("\"confidence95\" : [ 1.5, 4 ]"));
  }

  @Test
  void aGoalOfWhatIsVoidIsNotReached() {
    Outcome outcome = full().check("acknowledged", 10, 9);

    assertEquals("void", outcome.goals().get(0).reached());
    assertTrue(JsonReport.summary(report(outcome)).contains("\"reached\" : \"void\""));
    assertTrue(HtmlReport.of(report(outcome)).contains("class=\"void\">void"));
  }

  @Test
  void aSenderThatLagsSpoilsGoalsOfTimesAndNoOthers() {
    Latencies lagged = new Latencies(null);
    lagged.record(0, 90_000_000, 100_000_000);
    Goal processor = new Goal("busy", 0.2, "", Goal.Better.LOWER, 0.35, 0.15);
    Goal times = new Goal("p99", 9, "ms", Goal.Better.LOWER, 10, 6);
    Outcome outcome =
        new Outcome("fleet", "Fleet")
            .distribution(Distribution.of("renewals", lagged))
            .goal(processor)
            .goalOfTimes(times);

    assertEquals(List.of("line", "void"), outcome.goals().stream().map(Goal::reached).toList());
  }

  @Test
  void aGoalOfNothingMeasuredIsNotReached() {
    Distribution nothing = Distribution.of("events", Latencies.histogram());
    double ratio = new Comparison("", "", "", none(), none(), none(), none(), 0, false).ratio();
    for (double measured : new double[] {nothing.millisAt(99), ratio}) {
      Goal goal = new Goal("p99", measured, "ms", Goal.Better.LOWER, 10, 6);
      Outcome outcome = new Outcome("lateness", "Lateness").goal(goal);

      assertEquals("not measured", outcome.goals().get(0).reached());
      assertTrue(JsonReport.summary(report(outcome)).contains("\"measured\" : null"));
      assertTrue(HtmlReport.of(report(outcome)).contains("–"));
    }
    Outcome empty = new Outcome("lateness", "Lateness").distribution(nothing);
    assertEquals("events: nothing was measured", empty.voidBecause());
  }

  @Test
  void whatWasEndedBeforeItsTimeSaysSoAndReachesNothing() {
    Outcome outcome = full().cutShort();

    assertTrue(outcome.title().endsWith("(ended before its time)"));
    assertEquals("ended before its time", outcome.goals().get(0).reached());
  }

  @Test
  void whoeverIsMissingIsNamed() {
    Outcome outcome = new Outcome("peers", "Peers").leftOut("etcd").leftOut("ZooKeeper");

    assertEquals("etcd, ZooKeeper", outcome.settings().get("left out"));
  }

  @Test
  void theJsonIsWholeAndPlain() throws IOException {
    for (String json : List.of(JsonReport.of(report(full())), JsonReport.summary(report(full())))) {
      int objects = 0;
      try (JsonParser parser = new JsonFactory().createParser(json)) {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
          objects += token == JsonToken.START_OBJECT ? 1 : 0;
        }
      }
      assertTrue(objects > 2, json);
      assertFalse(json.contains("E+"), "numbers as everybody reads them");
    }
  }

  @Test
  void theSummaryHasTheRatios() {
    assertTrue(JsonReport.summary(report(full())).contains("\"against them\" : 30"));
  }

  private static List<Double> none() {
    return List.of();
  }

  private static Outcome full() {
    Latencies latencies = new Latencies(null);
    for (int each = 1; each <= 20_000; each++) {
      latencies.record(0, 0, each * 1_000L);
    }
    List<Double> thirty = List.of(30.0);
    return new Outcome("renew", HOSTILE)
        .setting("leases", 10)
        .figure("operations per second", 30_000, "/s")
        .check("refused", 0, 0)
        .distribution(Distribution.of("all", latencies))
        .curve(
            new Curve(
                "CPU", "leases", "us", List.of(new Curve.Point(1e3, 2), new Curve.Point(1e6, 3))))
        .comparison(
            new Comparison("against them", "we", "they", thirty, thirty, thirty, thirty, 1, false))
        .goal(new Goal("some", 1, "x", Goal.Better.HIGHER, 2, 3));
  }

  private static Report report(Outcome outcome) {
    Report report = new Report("Some load", "2026-01-01 00:00", Map.of("processor", "some"));
    report.add(outcome);
    return report;
  }
}
