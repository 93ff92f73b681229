package io.tenure.sim;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/** Searches for each mistake in these sources; several at once. */
final class Trials implements AutoCloseable {

  /** The first seed of a search without known seeds; 0: known seeds are tried first. */
  private static final long FRESH_SEED = Long.getLong("mistakes.fresh", 0);

  /** Most mistakes are caught within one. */
  private static final long SECONDS_MAX =
      Long.getLong("mistakes.seconds", FRESH_SEED == 0 ? 20 : 600);

  private final ExecutorService workers =
      Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()));

  private final Sources sources;
  private final Examiner well;

  Trials(Sources sources) throws ReflectiveOperationException {
    this.sources = sources;
    well = Planted.without(sources);
  }

  /** A test for each mistake, which passes when the mistake is noticed. */
  Stream<DynamicTest> tests() {
    record Trial(Mistake mistake, Future<@Nullable String> found) {}
    List<Trial> all =
        Mistakes.all().map(each -> new Trial(each, workers.submit(() -> examine(each)))).toList();
    return all.stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.mistake.sentence(),
                    () -> assertNotNull(each.found.get(), "it goes unnoticed")));
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }

  /** The violation must not happen without the mistake, or the auditor is wrong. */
  private @Nullable String examine(Mistake mistake) throws Exception {
    String strain = mistake.strain().name();
    Examiner examiner = Planted.with(mistake, sources);
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
      assertNull(well.examine(0, seed, 1, strain), "found without the mistake");
    }
    return found;
  }
}
