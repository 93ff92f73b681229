package io.tenure.loadtest.scenario;

import io.tenure.loadtest.pace.Delays;
import io.tenure.loadtest.pace.Latencies;
import java.nio.file.Path;

/**
 * The environment of a scenario: its options, its directory, and its progress line.
 *
 * @param act the name of this run of a scenario, unique within the whole run
 */
public record Stage(String act, Options options, Path results, Progress progress) {

  /** The recorder of a reported distribution, with a log by its name. */
  Latencies latencies(String distribution) {
    return new Latencies(log(distribution));
  }

  /** Likewise. */
  Delays delays(String distribution) {
    return new Delays(log(distribution));
  }

  /** The file for the times of each second. */
  Path log(String distribution) {
    return results.resolve((act + " " + distribution).replaceAll("[^A-Za-z0-9]+", "-") + ".hlog");
  }

  Stage with(Options others) {
    return new Stage(act, others, results, progress);
  }

  /** The environment of a rehearsal, with logs of its own. */
  Stage rehearsal() {
    return new Stage(act + " rehearsal", options, results, progress);
  }
}
