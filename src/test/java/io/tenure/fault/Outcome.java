package io.tenure.fault;

import io.tenure.machine.Violated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run. Empty {@code voids} and {@code failures}: the server has passed. {@code
 * violations}: the number of failures that are a broken contract. {@code brokenOff}: the exception
 * that ended the run, if one did.
 */
record Outcome(
    long seed,
    int operations,
    int crashes,
    int failOvers,
    int unknowns,
    double operationsPerSecond,
    long unavailableMillis,
    int violations,
    List<String> voids,
    List<String> failures,
    String said,
    @Nullable Throwable brokenOff) {

  Outcome brokenOff(Throwable why) {
    return new Outcome(
        seed,
        operations,
        crashes,
        failOvers,
        unknowns,
        operationsPerSecond,
        unavailableMillis,
        violations,
        voids,
        failures,
        said,
        why);
  }

  /** Whether the run proves nothing; a failure counts all the same. */
  boolean isVoid() {
    return failures.isEmpty() && !voids.isEmpty();
  }

  /** A broken contract is proven; every other failure may be the noise of a busy machine. */
  AssertionError failure(String fault) {
    String story =
        fault
            + ", seed "
            + seed
            + " (-Dfault.seed="
            + seed
            + "):\n"
            + String.join("\n", failures)
            + "\n"
            + said;
    AssertionError failure = violations > 0 ? new Violated(story) : new AssertionError(story);
    if (brokenOff != null) {
      failure.addSuppressed(brokenOff);
    }
    return failure;
  }
}
