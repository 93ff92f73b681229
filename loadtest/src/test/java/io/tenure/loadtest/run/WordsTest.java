package io.tenure.loadtest.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.scenario.Options;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WordsTest {

  private final Map<String, String> flags = new HashMap<>();

  @Test
  void flagsAreWrittenEitherWay() {
    assertEquals("renew", Words.read(new String[] {"renew", "--rate=10k", "--batch", "8"}, flags));
    assertEquals(Map.of("rate", "10k", "batch", "8"), flags);
  }

  @Test
  void aSuiteIsAWordToo() {
    assertEquals("quick", Words.read(new String[] {"--quick"}, flags));
    assertEquals("help", Words.read(new String[0], flags));
  }

  @Test
  void mistakesAreToldWithTheirRemedy() {
    assertTold("--rate has no value; use --rate=VALUE", "renew", "--rate");
    assertTold("play quick or renew, one of them", "--quick", "renew");
    assertTrue(refusal(() -> Suite.of("reniew")).contains("use renew, acquire"));
  }

  @Test
  void aFlagThatNobodyReadsIsRefused() {
    assertEquals(
        "overload does not read --rate; use --leases, --seconds, --ttl",
        refusal(() -> Suite.of("overload").options(Map.of("rate", "1"))));
    assertTrue(
        refusal(() -> Suite.full().options(Map.of("rat", "1")))
            .startsWith("full does not read --rat; use --arrivals, --batch"));
  }

  @Test
  void aScenarioOfASuiteIsGivenWhatItReadsAndNothingElse() {
    Suite quick = Suite.quick();
    Options given = quick.options(Map.of("rounds", "5"));

    assertEquals(5, quick.acts().get(0).options(given).count("rounds", 1));
    assertThrows(
        IllegalStateException.class, () -> quick.acts().get(1).options(given).count("rounds", 1));
  }

  @Test
  void everyFlagIsReadAndSaysWhatItMeans() {
    Set<String> read = new HashSet<>();
    Suite.ALL.forEach(scenario -> read.addAll(scenario.flags()));

    assertEquals(Options.ABOUT.keySet(), read);
  }

  @Test
  void whatASuiteGivesIsRead() {
    for (Suite suite : List.of(Suite.quick(), Suite.full())) {
      for (Suite.Act act : suite.acts()) {
        for (int at = 0; at < act.standards().length; at += 2) {
          String flag = act.standards()[at];
          assertTrue(act.scenario().flags().contains(flag), suite.nameOf(act) + " " + flag);
        }
      }
    }
  }

  @Test
  void numbersHaveUnits() {
    Options options = new Options(Map.of("rate", "10k", "leases", "1M", "seconds", "soon"));

    assertEquals(10_000, options.number("rate", 1));
    assertEquals(1_000_000, options.count("leases", 1));
    assertTrue(refusal(() -> options.number("seconds", 1)).contains("10k or 1M"));
  }

  @Test
  void whatIsGivenCountsBeforeWhatASuiteSays() {
    assertEquals(5, new Options(Map.of("rate", "5")).or("rate", "7").number("rate", 9));
  }

  @Test
  void theWholeSuitePlaysEveryScenario() {
    var played = Suite.full().acts().stream().map(act -> act.scenario().name()).toList();

    Suite.ALL.forEach(scenario -> assertTrue(played.contains(scenario.name()), scenario.name()));
  }

  @Test
  void noTwoActsOfASuiteHaveTheSameName() {
    Suite full = Suite.full();
    List<String> names = full.acts().stream().map(full::nameOf).toList();

    assertTrue(names.containsAll(List.of("renew", "renew-2", "fleet")), names.toString());
    assertEquals(names.size(), Set.copyOf(names).size());
  }

  private void assertTold(String message, String... words) {
    assertEquals(message, refusal(() -> Words.read(words, flags)));
  }

  private static String refusal(Runnable deed) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, deed::run).getMessage());
  }
}
