package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.OperationLabel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code /metrics} of a server that has executed some requests of every kind. */
class MetricsTest {

  private static final String METER = "\\b(?<meter>(tenure|jvm|process)_[a-z0-9_]+)\\b(?![.\\w])";

  private static final Pattern SELECTOR = Pattern.compile(METER + "(\\{(?<labels>[^}]*)\\})?");

  private static final Pattern GROUPED =
      Pattern.compile("\\bby \\((?<names>[a-z, ]+)\\) \\(([a-z]+\\()?" + METER);

  private static final Pattern LABEL =
      Pattern.compile("(?<name>[a-z]+)(?<how>=~|!~|!=|=)\"(?<value>[^\"]*)\"");

  /** A label that Prometheus adds. */
  private static final String INSTANCE = "instance";

  private static Opened server;
  private static String expired;

  @BeforeAll
  static void aBitOfEverything(@TempDir Path data) {
    server = new Opened(data);
    expired = server.acquire("gone", "SECRET-holder", Duration.ofMillis(100));
    String renewed = server.acquire("SECRET-key", "SECRET-holder", Duration.ofSeconds(60));
    server.send("POST", "/v1/leases/" + renewed + "/renew");
    server.send("POST", "/v1/leases?key=SECRET-key&holder=x&ttl=5s");
    server.send("DELETE", "/v1/leases/" + server.acquire("short", "x", Duration.ofSeconds(60)));
    server.acquire("broken", "x", Duration.ofSeconds(60));
    server.send("DELETE", "/v1/keys/broken?reason=test");
    server.send("POST", "/v1/sessions?holder=x&ttl=30s");
    Opened.await(
        "its loops have said how they stand",
        () -> value("tenure_leases") == 1 && value("tenure_sessions") == 1);
    server.send("POST", "/v1/leases/" + expired + "/renew");
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void requestsAreCountedByWhatWasAskedAndWhatCameOfIt() {
    assertEquals(4, value("tenure_requests_total{kind=\"acquire\",outcome=\"done\"}"));
    assertEquals(1, value("tenure_requests_total{kind=\"acquire\",outcome=\"held\"}"));
    assertEquals(1, value("tenure_requests_total{kind=\"renew\",outcome=\"expired\"}"));
    assertEquals(5, value("tenure_request_duration_seconds_count{kind=\"acquire\"}"));
  }

  @Test
  void tenuresAreCountedByTheirBeginningsAndEnds() {
    assertEquals(4, value("tenure_grants_total"));
    assertEquals(1, value("tenure_leases_ended_total{how=\"expired\"}"));
    assertEquals(1, value("tenure_leases_ended_total{how=\"released\"}"));
    assertEquals(1, value("tenure_leases_ended_total{how=\"broken\"}"));
    assertEquals(1, value("tenure_sessions_opened_total"));
    assertEquals(1, value("tenure_expiry_lateness_seconds_count"));
  }

  @Test
  void aNearMissIsSeenInWhatWasLeft() {
    assertEquals(1, value("tenure_renewals_total{outcome=\"renewed\"}"));
    assertEquals(1, value("tenure_renewals_total{outcome=\"expired\"}"));
    assertEquals(0, value("tenure_renewal_left_ratio_bucket{le=\"0.5\"}"));
    assertEquals(1, value("tenure_renewal_left_ratio_bucket{le=\"1\"}"));
  }

  @Test
  void theJournalAndTheLoopsAreSeenAtWork() {
    assertTrue(value("tenure_journal_changes_total") >= 8);
    assertTrue(value("tenure_journal_batches_total{outcome=\"kept\"}") >= 8);
    assertTrue(value("tenure_journal_batch_duration_seconds_count") >= 8);
    assertEquals(64, value("tenure_shards{state=\"serves\",stage=\"serves\"}"));
    assertEquals(64, value("tenure_store_shards{store=\"answers\"}"));
    assertTrue(value("tenure_loop_delay_seconds_count{loop=\"0\"}") > 0);
    assertEquals(0, value("tenure_mailbox_requests{loop=\"0\",mailbox=\"requests\"}"));
    assertTrue(value("tenure_connections") >= 1);
    assertTrue(value("jvm_memory_used_bytes{area=\"heap\"}") > 0);
  }

  @Test
  void everyFamilySaysWhatItIsAndHasAUnitOrACount() {
    List<String> lines = scrape().lines().toList();
    Set<String> families = new TreeSet<>();
    for (String line : lines) {
      if (line.startsWith("# TYPE")) {
        String[] words = line.split(" ");
        families.add(words[2]);
        assertEquals(words[3].equals("counter"), words[2].endsWith("_total"), line);
        assertTrue(words[2].matches("(tenure|jvm|process)_[a-z_]+"), line);
      }
    }
    for (String line : lines) {
      if (!line.startsWith("#")) {
        String name = line.replaceAll("[{ ].*", "");
        String family = name.replaceAll("_(bucket|sum|count)$", "");
        assertTrue(families.contains(name) || families.contains(family), line);
      }
    }
    assertEquals(lines.size(), Set.copyOf(lines).size(), "nothing is said twice");
  }

  @Test
  void noLabelEverNamesAKeyOrAHolder() {
    assertFalse(scrape().contains("SECRET"));
  }

  @Test
  void whatTheDashboardAndTheAlertsAskForIsThereBeforeAnythingHappened(@TempDir Path data)
      throws Exception {
    List<Sample> there;
    try (Opened fresh = new Opened(data)) {
      there = samples(fresh.get("/metrics").body());
    }
    for (String file : List.of("grafana-dashboard.json", "alerts.yaml")) {
      String asked = Files.readString(Path.of("config", file)).replace("\\\"", "\"");
      Matcher selector = SELECTOR.matcher(asked);
      Set<String> meters = new TreeSet<>();
      while (selector.find()) {
        meters.add(selector.group("meter"));
        assertTrue(
            matched(there, selector.group("meter"), selector.group("labels")),
            file + " asks for " + selector.group());
      }
      Matcher grouped = GROUPED.matcher(asked);
      while (grouped.find()) {
        for (String name : grouped.group("names").split(", ")) {
          assertTrue(
              name.equals(INSTANCE) || has(there, grouped.group("meter"), name), grouped.group());
        }
      }
      assertTrue(meters.size() > 8, file + " asks for " + meters);
    }
  }

  /** For Prometheus, the first value of a new counter is no growth. */
  @Test
  void whatRaisesAnAlarmIsCountedFromZero(@TempDir Path data) {
    try (Opened fresh = new Opened(data)) {
      List<Sample> there = samples(fresh.get("/metrics").body());
      for (OperationLabel kind : OperationLabel.values()) {
        for (String outcome : List.of("unknown", "busy", "limit")) {
          String labels =
              "kind=\"%s\",outcome=\"%s\"".formatted(kind.name().toLowerCase(Locale.ROOT), outcome);
          assertTrue(matched(there, "tenure_requests_total", labels), labels);
        }
      }
    }
  }

  @Test
  void everyMeterIsDescribedForOperators() throws Exception {
    Set<String> families =
        scrape()
            .lines()
            .filter(line -> line.startsWith("# TYPE"))
            .map(line -> line.split(" ")[2])
            .collect(Collectors.toCollection(TreeSet::new));
    String described = Files.readString(Path.of("docs", "operating.md"));
    families.removeIf(family -> described.contains("`" + family + "`"));
    assertEquals(Set.of(), families);
  }

  private record Sample(String name, Map<String, String> labels) {

    /** Whether the sample belongs to the meter: documents name a histogram without its suffix. */
    boolean isOf(String meter) {
      return name.equals(meter) || name.equals(meter + "_count");
    }
  }

  private static List<Sample> samples(String scraped) {
    return scraped
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(SELECTOR::matcher)
        .filter(Matcher::find)
        .map(line -> new Sample(line.group("meter"), labels(line.group("labels"))))
        .toList();
  }

  private static Map<String, String> labels(String told) {
    Map<String, String> labels = new HashMap<>();
    Matcher label = LABEL.matcher(told == null ? "" : told);
    while (label.find()) {
      labels.put(label.group("name"), label.group("value"));
    }
    return labels;
  }

  /** Whether there is a sample for each value of a label that the query names. */
  private static boolean matched(List<Sample> there, String meter, String asked) {
    List<Sample> left = there.stream().filter(each -> each.isOf(meter)).toList();
    Matcher label = LABEL.matcher(asked == null ? "" : asked);
    while (label.find()) {
      String name = label.group("name");
      if (name.equals(INSTANCE)) {
        continue;
      }
      List<String> values = List.of(label.group("value").split("\\|"));
      boolean not = label.group("how").startsWith("!");
      left =
          left.stream()
              .filter(each -> each.labels.containsKey(name))
              .filter(each -> values.contains(each.labels.get(name)) != not)
              .toList();
      List<Sample> found = left;
      if (!not && !values.stream().allMatch(value -> anyHas(found, name, value))) {
        return false;
      }
    }
    return !left.isEmpty();
  }

  private static boolean anyHas(List<Sample> samples, String label, String value) {
    return samples.stream().anyMatch(each -> value.equals(each.labels.get(label)));
  }

  private static boolean has(List<Sample> there, String meter, String label) {
    return there.stream().anyMatch(each -> each.isOf(meter) && each.labels.containsKey(label));
  }

  private static String scrape() {
    return server.get("/metrics").body();
  }

  private static double value(String sample) {
    return scrape()
        .lines()
        .filter(line -> line.startsWith(sample + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + sample + " in\n" + scrape()));
  }
}
