package io.tenure.sim;

import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Finds mistakes by simulation, in runs that cost little. */
public final class SimulationExaminer implements Examiner {

  private static final int POPULATION_MAX = 100;
  private static final long EVENTS = 15_000;

  @Override
  public @Nullable String examine(long secondsMax) {
    long end = cpuNanos() + secondsMax * Schedule.SECOND;
    for (long seed = 1; cpuNanos() < end; seed++) {
      Scenario scenario = Scenario.of(seed, EVENTS);
      if (scenario.clients() * scenario.handsPerClient() <= POPULATION_MAX) {
        try {
          Simulation.run(seed, EVENTS);
        } catch (RuntimeException | AssertionError found) {
          return "seed " + seed + ": " + found;
        }
      }
    }
    return null;
  }

  /** Not the wall clock: a busy machine must not let a mistake escape. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
