package io.tenure.fault;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The report on many runs, with one row per fault. */
final class FaultReport {

  private static final String HEAD =
      "| fault | runs | void | operations | crashes | fail-overs | unknown |"
          + " operations/s before, at least | longest without a grant | violated |\n"
          + "|---|---|---|---|---|---|---|---|---|---|\n";

  private final Map<String, List<Outcome>> rows = new LinkedHashMap<>();

  synchronized void add(Fault fault, Outcome outcome) {
    rows.computeIfAbsent(fault.name(), none -> new ArrayList<>()).add(outcome);
  }

  synchronized String table() {
    StringBuilder table = new StringBuilder(HEAD);
    rows.forEach((name, outcomes) -> table.append(row(name, outcomes)));
    table.append(row("all", rows.values().stream().flatMap(List::stream).toList()));
    return table.toString();
  }

  private static String row(String name, List<Outcome> outcomes) {
    long voids = outcomes.stream().filter(Outcome::isVoid).count();
    double slowest = outcomes.stream().mapToDouble(Outcome::operationsPerSecond).min().orElse(0);
    long unavailable = outcomes.stream().mapToLong(Outcome::unavailableMillis).max().orElse(0);
    return String.format(
        "| %s | %d | %d | %,d | %d | %d | %,d | %.0f | %,d ms | %d |%n",
        name,
        outcomes.size(),
        voids,
        outcomes.stream().mapToLong(Outcome::operations).sum(),
        outcomes.stream().mapToInt(Outcome::crashes).sum(),
        outcomes.stream().mapToInt(Outcome::failOvers).sum(),
        outcomes.stream().mapToLong(Outcome::unknowns).sum(),
        slowest,
        unavailable,
        outcomes.stream().filter(each -> !each.failures().isEmpty()).count());
  }
}
