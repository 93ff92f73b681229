package io.tenure.sim;

import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Finds mistakes by simulation, in runs that cost little. */
public final class SimulationExaminer implements Examiner {

  private static final int POPULATION_MAX = 100;
  private static final long TICKS_MAX = 60_000;
  private static final long EVENTS = 8_000;

  @Override
  public @Nullable String examine(long secondsMax, long likelySeed) {
    String found = likelySeed == 0 ? null : run(likelySeed);
    long end = cpuNanos() + secondsMax * Schedule.SECOND;
    for (long seed = 1; found == null && cpuNanos() < end; seed++) {
      Scenario scenario = Scenario.of(seed, EVENTS);
      if (scenario.clients() * scenario.handsPerClient() <= POPULATION_MAX
          && scenario.busyNanos() / scenario.tickNanos() <= TICKS_MAX) {
        found = run(seed);
      }
    }
    return found;
  }

  private static @Nullable String run(long seed) {
    try {
      Simulation.run(seed, EVENTS);
      return null;
    } catch (RuntimeException | AssertionError found) {
      return "seed " + seed + ": " + found;
    }
  }

  /** Not the wall clock: a busy machine must not let a mistake escape. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
