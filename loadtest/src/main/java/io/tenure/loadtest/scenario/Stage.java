package io.tenure.loadtest.scenario;

import java.nio.file.Path;

/** What a scenario is given: its options, where to write, and who watches. */
public record Stage(Options options, Path results, Progress progress) {

  /** Where the times of each second go. */
  public Path log(String name) {
    return results.resolve(name.replaceAll("[^A-Za-z0-9]+", "-") + ".hlog");
  }

  public Stage with(Options others) {
    return new Stage(others, results, progress);
  }
}
