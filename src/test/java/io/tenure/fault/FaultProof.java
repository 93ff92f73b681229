package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.fail;

import io.tenure.machine.Violated;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays a fault until it has proven something, once or several times. {@code -Dfault.rounds=50}
 * plays each fault so often, {@code -Dfault.minutes=30} shares so much time among all faults,
 * {@code -Dfault.seed=7} begins with that seed. A long proof goes on after a failure, so that its
 * report adds up, and fails in the end.
 */
final class FaultProof {

  private static final int MINUTES = Integer.getInteger("fault.minutes", 0);
  private static final long SEED = Long.getLong("fault.seed", System.nanoTime() & 0xffffff);

  /** The number of void runs: a machine that is busy for a moment gets another chance. */
  private static final int VOID_MAX = 3;

  /** The same number as in the configuration of JUnit. */
  private static final int AT_ONCE = 2;

  private static final long TOLD_EVERY_NANOS = 30_000_000_000L;

  private final int rounds;
  private final long shareNanos;
  private final boolean isLong;
  private final FaultReport report = new FaultReport();

  /**
   * {@code faults}: the number that share the time. {@code rounds}: of each fault, without a time.
   */
  FaultProof(int faults, int rounds) {
    this.rounds = rounds;
    shareNanos = MINUTES * 60_000_000_000L * AT_ONCE / faults;
    isLong = rounds > 1 || MINUTES > 0;
  }

  static int rounds() {
    return Integer.getInteger("fault.rounds", 1);
  }

  void close() {
    if (isLong) {
      System.out.println(report.table());
    }
  }

  void prove(Fault fault) {
    long beganNanos = System.nanoTime();
    long toldNanos = beganNanos;
    int proven = 0;
    List<String> voids = new ArrayList<>();
    List<AssertionError> failures = new ArrayList<>();
    for (long seed = SEED; again(proven + failures.size(), beganNanos); seed++) {
      Outcome outcome = FaultRun.play(fault, seed);
      report.add(fault, outcome);
      if (!outcome.failures().isEmpty()) {
        failures.add(outcome.failure(fault.name()));
        stopUnlessLong(failures);
      } else if (outcome.isVoid()) {
        voids.add(outcome.voids().toString());
        if (voids.size() >= VOID_MAX && voids.size() > proven + failures.size()) {
          fail("inconclusive, " + fault.name() + ": " + voids.get(voids.size() - 1));
        }
      } else {
        proven++;
      }
      if (isLong && System.nanoTime() - toldNanos > TOLD_EVERY_NANOS) {
        toldNanos = System.nanoTime();
        System.out.printf(
            "%s: %d runs, %d void, %d failed%n",
            fault.name(), proven + voids.size() + failures.size(), voids.size(), failures.size());
      }
    }
    stop(failures);
  }

  private void stopUnlessLong(List<AssertionError> failures) {
    if (isLong) {
      System.out.println(failures.get(failures.size() - 1).getMessage());
    } else {
      stop(failures);
    }
  }

  /** Throws a broken contract first, because all other failures may be noise. */
  private static void stop(List<AssertionError> failures) {
    failures.stream()
        .filter(Violated.class::isInstance)
        .findFirst()
        .ifPresent(
            violated -> {
              throw violated;
            });
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  private boolean again(int done, long beganNanos) {
    return MINUTES == 0 ? done < rounds : done == 0 || System.nanoTime() - beganNanos < shareNanos;
  }
}
