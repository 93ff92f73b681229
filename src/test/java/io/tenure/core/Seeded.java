package io.tenure.core;

import java.util.SplittableRandom;

/**
 * Runs a random test once for each of many seeds. A failure names its seed and the command that
 * replays this seed alone; {@code -Dseeds} sets a larger number of seeds.
 */
public final class Seeded {

  private static final Long ONLY = Long.getLong("seed");

  private Seeded() {}

  /** One random run. */
  public interface Run {
    void with(SplittableRandom random);
  }

  public static void run(Class<?> test, int seeds, Run run) {
    if (ONLY != null) {
      run(test, ONLY.longValue(), run);
      return;
    }
    int last = Integer.getInteger("seeds", seeds);
    for (long seed = 1; seed <= last; seed++) {
      run(test, seed, run);
    }
  }

  private static void run(Class<?> test, long seed, Run run) {
    try {
      run.with(new SplittableRandom(seed));
    } catch (RuntimeException | AssertionError failure) {
      throw new AssertionError(
          "seed %d; replay: ./mvnw test -Dtest=%s -Dseed=%d%n%s"
              .formatted(seed, test.getSimpleName(), seed, failure),
          failure);
    }
  }
}
