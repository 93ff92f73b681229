package io.tenure.sim;

import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Searches for mistakes by simulation, in cheap runs. */
public final class SimulationExaminer implements Examiner {

  private static final int POPULATION_MAX = 100;
  private static final long TICKS_MAX = 60_000;
  private static final long EVENTS = 8_000;

  @Override
  public @Nullable String examine(long secondsMax, long likelySeed, long firstSeed, String strain) {
    Strain under = Strain.valueOf(strain);
    String found = likelySeed == 0 ? null : run(Scenario.of(likelySeed, EVENTS, under));
    long end = cpuNanos() + secondsMax * Schedule.SECOND;
    for (long seed = firstSeed; found == null && cpuNanos() < end; seed++) {
      Scenario scenario = Scenario.of(seed, EVENTS, under);
      if (scenario.clients() * scenario.handsPerClient() <= POPULATION_MAX
          && scenario.busyNanos() / scenario.tickNanos() <= TICKS_MAX) {
        found = run(scenario);
      }
    }
    return found;
  }

  private static @Nullable String run(Scenario scenario) {
    try {
      Simulation.run(scenario);
      return null;
    } catch (RuntimeException | AssertionError found) {
      return "seed " + scenario.seed() + ": " + found;
    }
  }

  /** The CPU time, not the wall clock, because a busy machine must not let a mistake escape. */
  static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
