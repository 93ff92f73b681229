package io.tenure.core.model;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Compares the lease table with the naive model. {@code -Dmodel.seed} replays one run, {@code
 * -Dmodel.steps} makes each run longer, {@code -Dmodel.runs} sets the number of runs.
 */
final class LeaseTableModelTest {
  static final int STEPS = 2_000;
  private static final int RUNS = 520;
  private static final long FIRST_SEED = 1;
  private static final int SHRINK_MILLIS = 5_000;
  private static final int SHOWN_MAX = 3;

  @Test
  @Timeout(value = 1, unit = TimeUnit.DAYS) // Properties set its length: nothing in it waits.
  void agreesWithTheModelInAMillionRandomSteps() {
    int steps = Integer.getInteger("model.steps", STEPS);
    Long only = Long.getLong("model.seed");
    long first = only == null ? FIRST_SEED : only;
    int runs = only == null ? Integer.getInteger("model.runs", RUNS) : 1;
    List<String> disagreements = new ArrayList<>();
    int taken = 0;
    while (taken < runs && disagreements.size() < SHOWN_MAX) {
      String found = ModelExaminer.examineAndShrink(first + taken, steps, SHRINK_MILLIS);
      taken++;
      if (found != null) {
        disagreements.add(found);
      }
    }
    System.out.println(
        "model: seeds "
            + first
            + ".."
            + (first + taken - 1)
            + ", "
            + (long) taken * steps
            + " steps, "
            + disagreements.size()
            + " disagreements");
    if (!disagreements.isEmpty()) {
      fail(String.join("\n\n", disagreements));
    }
    assertTrue(only != null || taken == runs, "every seed was run");
  }
}
