package io.tenure.loadtest.run;

import io.tenure.loadtest.scenario.Acquire;
import io.tenure.loadtest.scenario.Connections;
import io.tenure.loadtest.scenario.CostCurve;
import io.tenure.loadtest.scenario.Fleet;
import io.tenure.loadtest.scenario.HalfLoad;
import io.tenure.loadtest.scenario.Lateness;
import io.tenure.loadtest.scenario.Mixed;
import io.tenure.loadtest.scenario.Options;
import io.tenure.loadtest.scenario.Overload;
import io.tenure.loadtest.scenario.Peers;
import io.tenure.loadtest.scenario.Recover;
import io.tenure.loadtest.scenario.Renew;
import io.tenure.loadtest.scenario.SamePace;
import io.tenure.loadtest.scenario.Scenario;
import io.tenure.loadtest.scenario.Soak;
import io.tenure.loadtest.scenario.Storm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Scenarios to run one after the other, within a time. */
record Suite(String name, String title, Duration limit, List<Act> acts) {

  /** {@code standards}: names and values of options that the user did not give. */
  record Act(Scenario scenario, String... standards) {

    Options options(Options given) {
      return given.readBy(scenario).or(standards);
    }
  }

  static final List<Scenario> ALL =
      List.of(
          new Renew(),
          new Acquire(),
          new Mixed(),
          new Storm(),
          new Lateness(),
          new Connections(),
          new Recover(),
          new Soak(),
          new Overload(),
          new Fleet(),
          new Peers(),
          new SamePace(),
          new HalfLoad(),
          new CostCurve());

  static Suite quick() {
    return new Suite(
        "quick",
        "Tenure under load, in a minute",
        Duration.ofSeconds(52),
        List.of(
            new Act(new Peers(), "rounds", "3", "seconds", "0.05", "warm", "1.5", "leases", "20k"),
            new Act(new Fleet(), "seconds", "2", "warm", "1", "leases", "20k"),
            new Act(
                new Lateness(),
                "leases",
                "20k",
                "seconds",
                "2",
                "warm",
                "1",
                "expiries",
                "1k",
                "rate",
                "5k",
                "ttl",
                "500")));
  }

  /**
   * The longest comes last, so that the user knows beforehand which one does not fit into the time.
   */
  static Suite full() {
    return new Suite(
        "full",
        "Tenure under load",
        Duration.ofMinutes(25),
        List.of(
            new Act(new Peers(), "seconds", "0.5"),
            new Act(new SamePace(), "seconds", "15"),
            new Act(new HalfLoad()),
            // A million samples and a few: as many as p99.99 needs.
            new Act(new Renew(), "seconds", "105"),
            new Act(new Renew(), "seconds", "20", "batch", "256", "leases", "1M"),
            new Act(new Renew(), "seconds", "15", "door", "http", "rate", "5k"),
            new Act(new Renew(), "seconds", "15", "door", "http", "batch", "100", "rate", "50k"),
            new Act(new Fleet(), "seconds", "20"),
            new Act(new Acquire(), "seconds", "15", "keys", "200k"),
            new Act(new Acquire(), "seconds", "15", "keys", "64", "rate", "1k"),
            new Act(new Mixed(), "seconds", "20"),
            new Act(new Overload(), "seconds", "10"),
            new Act(new Lateness(), "seconds", "30"),
            new Act(new Storm()),
            new Act(new Connections()),
            new Act(new Soak(), "seconds", "120"),
            new Act(new Recover()),
            new Act(new CostCurve(), "seconds", "0.5")));
  }

  /** Refuses options that none of its scenarios reads. */
  Options options(Map<String, String> given) {
    Set<String> read = new TreeSet<>();
    acts.forEach(act -> read.addAll(act.scenario().flags()));
    for (String flag : given.keySet()) {
      if (!read.contains(flag)) {
        throw new IllegalArgumentException(
            "%s does not read --%s; use --%s".formatted(name, flag, String.join(", --", read)));
      }
    }
    return new Options(given);
  }

  /** The name of its logs: that of its scenario, with a number where it comes again. */
  String nameOf(Act act) {
    String name = act.scenario().name();
    long before =
        acts.subList(0, acts.indexOf(act)).stream()
            .filter(other -> other.scenario().name().equals(name))
            .count();
    return before == 0 ? name : name + "-" + (before + 1);
  }

  static Suite of(String name) {
    return ALL.stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .map(
            scenario ->
                new Suite(
                    name,
                    "Tenure under load: " + name,
                    Duration.ofDays(1),
                    List.of(new Act(scenario))))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no scenario is called "
                        + name
                        + "; use "
                        + String.join(", ", ALL.stream().map(Scenario::name).toList())));
  }
}
