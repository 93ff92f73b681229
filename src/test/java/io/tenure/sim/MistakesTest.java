package io.tenure.sim;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Positive controls: whoever makes one of these mistakes is caught. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MistakesTest {

  private static final String EXAMINER = "io.tenure.sim.SimulationExaminer";

  /** From here on every seed is new, unless it is 0: none that caught one before is tried. */
  private static final long FRESH_SEED = Long.getLong("mistakes.fresh", 0);

  /** Most are caught within one. */
  private static final long SECONDS_MAX =
      Long.getLong("mistakes.seconds", FRESH_SEED == 0 ? 20 : 600);

  private final ExecutorService workers =
      Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()));

  @AfterAll
  void close() {
    workers.shutdownNow();
  }

  @TestFactory
  Stream<DynamicTest> itIsNoticedWhen() {
    record Examined(Mistake mistake, Future<@Nullable String> found) {}
    List<Examined> all =
        Stream.of(Mistakes.ALL, ShardMistakes.ALL)
            .flatMap(List::stream)
            .map(each -> new Examined(each, workers.submit(() -> examine(each))))
            .toList();
    return all.stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.mistake.sentence(),
                    () -> assertNotNull(each.found.get(), "nobody noticed")));
  }

  /** The control of the controls: loaded in the same way, the code as it is passes. */
  @Test
  void nothingIsNoticedWithoutAMistake() throws Exception {
    String file = Mistake.SIM + "Chance.java";
    Mistake none = new Mistake("none", file, "final class Chance {", "final class Chance {");
    assertNull(Planted.with(none, EXAMINER).examine(1, 0, 1, Strain.NONE.name()));
  }

  /** Whatever is found with the mistake must not be found without it, or the auditor is wrong. */
  private static @Nullable String examine(Mistake mistake) throws Exception {
    String strain = mistake.strain().name();
    Examiner examiner = Planted.with(mistake, EXAMINER);
    long before = SimulationExaminer.cpuNanos();
    String found =
        FRESH_SEED == 0
            ? examiner.examine(SECONDS_MAX, LikelySeeds.of(mistake), 1, strain)
            : examiner.examine(SECONDS_MAX, 0, FRESH_SEED, strain);
    if (FRESH_SEED != 0) {
      long seconds = (SimulationExaminer.cpuNanos() - before) / Schedule.SECOND;
      System.out.printf("%4d s of CPU: %s%n", seconds, mistake.sentence());
    }
    if (found != null) {
      long seed = LikelySeeds.note(mistake, found);
      assertNull(new SimulationExaminer().examine(0, seed, 1, strain), "found without the mistake");
    }
    return found;
  }
}
