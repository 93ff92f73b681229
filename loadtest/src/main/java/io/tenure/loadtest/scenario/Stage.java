package io.tenure.loadtest.scenario;

import io.tenure.loadtest.pace.Delays;
import io.tenure.loadtest.pace.Latencies;
import java.nio.file.Path;

/**
 * What a scenario is given: its options, where to write, and who watches.
 *
 * @param act what is played, by a name that nothing else of the run has
 */
public record Stage(String act, Options options, Path results, Progress progress) {

  /** Of a distribution that is told, with a log by its name. */
  Latencies latencies(String distribution) {
    return new Latencies(log(distribution));
  }

  /** Likewise. */
  Delays delays(String distribution) {
    return new Delays(log(distribution));
  }

  /** Where the times of each second go. */
  Path log(String distribution) {
    return results.resolve((act + " " + distribution).replaceAll("[^A-Za-z0-9]+", "-") + ".hlog");
  }

  Stage with(Options others) {
    return new Stage(act, others, results, progress);
  }

  /** What is done before, so that it leaves logs of its own. */
  Stage rehearsal() {
    return new Stage(act + " rehearsal", options, results, progress);
  }
}
