package io.tenure.fault;

import java.util.List;

/** What came of one run. Empty {@code voids} and {@code failures}: the server has passed. */
record Outcome(
    long seed,
    int operations,
    int crashes,
    int unknowns,
    double operationsPerSecond,
    long unavailableMillis,
    List<String> voids,
    List<String> failures,
    String said) {

  /** Nothing can be concluded from it, unless it has shown a failure all the same. */
  boolean isVoid() {
    return failures.isEmpty() && !voids.isEmpty();
  }
}
