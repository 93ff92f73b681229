package io.tenure.fault;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Computes rates and gaps of a history, apart from right or wrong. */
final class Tally {

  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Operation> byDone;

  Tally(History history) {
    byDone =
        history.operations().stream()
            // One request keeps all leases of a session.
            .filter(each -> each.verb() != Operation.Verb.KEEP)
            .sorted(Comparator.comparingLong(Operation::doneNanos))
            .toList();
  }

  int operations() {
    return byDone.size();
  }

  int unknowns() {
    return (int) byDone.stream().filter(each -> each.told().uncertain()).count();
  }

  /** The rate of answered operations in an interval. */
  double perSecond(long fromNanos, long untilNanos) {
    long answered =
        byDone.stream()
            .filter(each -> each.told().speaks())
            .filter(each -> each.doneNanos() >= fromNanos && each.doneNanos() < untilNanos)
            .count();
    return answered * NANOS_PER_SECOND / Math.max(1, untilNanos - fromNanos);
  }

  /** The first end of an operation that was sent after that instant; -1 when there is none. */
  long firstDoneNanos(long afterNanos, Predicate<Operation> which) {
    return byDone.stream()
        .filter(each -> each.sentNanos() >= afterNanos)
        .filter(which)
        .mapToLong(Operation::doneNanos)
        .findFirst()
        .orElse(-1);
  }

  /** The longest time between two consecutive successes. */
  long longestGapMillis(Predicate<Operation> which) {
    long longest = 0;
    long last = -1;
    for (Operation each : byDone) {
      if (which.test(each)) {
        longest = last < 0 ? 0 : Math.max(longest, each.doneNanos() - last);
        last = each.doneNanos();
      }
    }
    return longest / 1_000_000;
  }

  static boolean newGrant(Operation operation) {
    return operation.told() instanceof Told.Granted granted && !granted.repeated();
  }

  static boolean renewal(Operation operation) {
    return operation.told() instanceof Told.Renewed;
  }
}
