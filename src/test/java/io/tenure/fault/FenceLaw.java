package io.tenure.fault;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that a mark acknowledged at a fence is never lower afterwards. */
final class FenceLaw {

  private final Verdict verdict;
  private final Excuse excuse;

  FenceLaw(Verdict verdict, Excuse excuse) {
    this.verdict = verdict;
    this.excuse = excuse;
  }

  static boolean concerns(Operation operation) {
    return operation.verb() == Operation.Verb.RAISE || operation.verb() == Operation.Verb.READ_MARK;
  }

  /** {@code operations} in the order in which they were done. */
  void judge(List<Operation> operations) {
    List<Operation> done = operations.stream().filter(FenceLaw::concerns).toList();
    List<Operation> asked =
        done.stream().sorted(Comparator.comparingLong(Operation::sentNanos)).toList();
    Map<String, Long> marks = new HashMap<>();
    Map<String, Long> kept = new HashMap<>();
    int next = 0;
    for (Operation each : asked) {
      while (next < done.size() && done.get(next).doneNanos() < each.sentNanos()) {
        Operation before = done.get(next++);
        marks.merge(before.key(), markOf(before.told()), Math::max);
        if (!excuse.covers(before)) {
          kept.merge(before.key(), markOf(before.told()), Math::max);
        }
      }
      judge(each, (excuse.knowsLess(each) ? kept : marks).getOrDefault(each.key(), 0L));
    }
  }

  private void judge(Operation told, long mark) {
    boolean passed = told.told() instanceof Told.Raised || told.told() instanceof Told.Mark;
    if (passed && markOf(told.told()) < mark) {
      verdict.broken(Law.FENCES, told.key(), told + " after the mark was " + mark);
    }
    if (told.told() instanceof Told.Raised raised && raised.token() < told.token()) {
      verdict.broken(Law.FENCES, told.key(), told + " is acknowledged with less");
    }
    if (told.told() instanceof Told.Fenced fenced && fenced.mark() <= told.token()) {
      verdict.broken(Law.FENCES, told.key(), told + " is refused without a larger mark");
    }
  }

  private static long markOf(Told told) {
    if (told instanceof Told.Raised raised) {
      return raised.token();
    }
    if (told instanceof Told.Mark mark) {
      return mark.token();
    }
    return told instanceof Told.Fenced fenced ? fenced.mark() : 0;
  }
}
