package io.tenure.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Checks that the contract holds for the whole system, seed after seed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SimulationTest {

  private static final long SECONDS_USUALLY = 15;

  /**
   * The same seeds in every build, so that equal code gives equal results; long runs search for
   * more.
   */
  private static final long FIRST_USUALLY = 1;

  private static final long NANOS_PER_MINUTE = 60_000_000_000L;

  private static final long SEEDS_USUALLY = 12;
  private static final long SEEDS_OF_TAKE_OVERS = 20_000;
  private static final long SEEDS_OF_OTHERS = 3_000;

  @Test
  void theSameSeedTellsTheSameStory() {
    for (long seed = 1; seed <= 3; seed++) {
      assertEquals(Simulation.run(seed), Simulation.run(seed));
    }
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.DAYS) // Properties set its length: nothing in it waits.
  void theContractHoldsUnderEverySeed() {
    Long only = Long.getLong("sim.seed");
    if (only != null && System.getProperty("sim.strain") == null) {
      System.out.println(judge(only));
      return;
    }
    long end = System.nanoTime() + Long.getLong("sim.seconds", SECONDS_USUALLY) * 1_000_000_000L;
    boolean atLength = Long.getLong("sim.seconds") != null;
    long seed = Long.getLong("sim.from", atLength ? System.nanoTime() >>> 10 : FIRST_USUALLY);
    long seeds = 0;
    double leaseYears = 0;
    long cpuBefore = cpuNanos();
    while (System.nanoTime() - end < 0) {
      leaseYears += judge(seed++).leaseYears();
      seeds++;
    }
    double minutes = (double) (cpuNanos() - cpuBefore) / NANOS_PER_MINUTE;
    System.out.printf(
        Locale.ROOT,
        "Simulation: %d seeds, %.0f lease-years (%.0f per minute of CPU), 0 violations%n",
        seeds,
        leaseYears,
        leaseYears / minutes);
  }

  /** {@code -Dsim.long}: as many seeds as a report wants, noted in the file that it names. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.DAYS) // Properties set its length: nothing in it waits.
  void theContractHoldsWhateverTheStoreLoses() {
    String strain = System.getProperty("sim.strain");
    if (strain != null) {
      Scenario again =
          Scenario.of(Long.getLong("sim.seed", 1), StrainRuns.EVENTS, Strain.valueOf(strain));
      System.out.println(Simulation.explain(again));
      Simulation.run(again);
      return;
    }
    String notes = System.getProperty("sim.long");
    Map<Strain, Long> wanted = new EnumMap<>(Strain.class);
    for (Strain each : Strain.values()) {
      if (each.overLosses) {
        boolean most = each == Strain.TAKEOVER || each == Strain.RELAXED_LEAVE;
        long atLength = most ? SEEDS_OF_TAKE_OVERS : SEEDS_OF_OTHERS;
        wanted.put(each, notes == null ? SEEDS_USUALLY : atLength);
      }
    }
    StrainRuns runs = new StrainRuns(wanted, notes == null ? null : Path.of(notes));
    List<String> violations = runs.play();
    System.out.print(runs.report());
    assertEquals(List.of(), violations);
  }

  private static Simulation.Outcome judge(long seed) {
    try {
      return Simulation.run(seed);
    } catch (RuntimeException | AssertionError violation) {
      throw new AssertionError(
          violation
              + "\nseed "
              + seed
              + ", again with: ./mvnw -q test -Dtest=SimulationTest -Dsim.seed="
              + seed
              + "\n"
              + Simulation.explain(seed),
          violation);
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
