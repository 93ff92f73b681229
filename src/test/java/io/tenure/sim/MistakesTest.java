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

  /** Most are caught within one. */
  private static final long SECONDS_MAX = Long.getLong("mistakes.seconds", 20);

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
    assertNull(Planted.with(none, EXAMINER).examine(1, 0, Strain.NONE.name()));
  }

  /** Whatever is found with the mistake must not be found without it, or the auditor is wrong. */
  private static @Nullable String examine(Mistake mistake) throws Exception {
    String strain = mistake.strain().name();
    long likely = LikelySeeds.of(mistake);
    String found = Planted.with(mistake, EXAMINER).examine(SECONDS_MAX, likely, strain);
    if (found != null) {
      long seed = LikelySeeds.note(mistake, found);
      assertNull(new SimulationExaminer().examine(0, seed, strain), "found without the mistake");
    }
    return found;
  }
}
