package io.tenure.loadtest.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of one run, with the facts of its machine. */
public final class Report {

  private final String title;
  private final String date;
  private final Map<String, String> machine;
  private final List<Outcome> outcomes = new ArrayList<>();

  /** {@code date}: the beginning of the run, as people write it. */
  public Report(String title, String date, Map<String, String> machine) {
    this.title = title;
    this.date = date;
    this.machine = new LinkedHashMap<>(machine);
  }

  public synchronized void add(Outcome outcome) {
    outcomes.add(outcome);
  }

  public String title() {
    return title;
  }

  public String date() {
    return date;
  }

  public Map<String, String> machine() {
    return machine;
  }

  public synchronized List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  /** Whether every condition held. */
  public boolean held() {
    return outcomes().stream().allMatch(Outcome::held);
  }

  /** Whether every condition held, and every measurement counts. */
  public boolean worked() {
    return outcomes().stream().allMatch(outcome -> outcome.voidBecause() == null);
  }
}
