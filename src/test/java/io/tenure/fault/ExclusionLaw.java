package io.tenure.fault;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Checks that no two leases of a key are alive at the same instant. */
final class ExclusionLaw {

  private record Reach(LeaseHistory lease, LeaseHistory.Span span) {}

  private final Verdict verdict;
  private final String key;

  ExclusionLaw(Verdict verdict, String key) {
    this.verdict = verdict;
    this.key = key;
  }

  void judge(
      Law law,
      Collection<LeaseHistory> leases,
      Function<LeaseHistory, List<LeaseHistory.Span>> spansOf) {
    List<Reach> reaches = new ArrayList<>();
    for (LeaseHistory lease : leases) {
      spansOf.apply(lease).forEach(span -> reaches.add(new Reach(lease, span)));
    }
    reaches.sort(Comparator.comparingLong(each -> each.span.fromNanos()));
    Reach farthest = null;
    for (Reach each : reaches) {
      if (farthest != null
          && farthest.lease != each.lease
          && farthest.span.untilNanos() > each.span.fromNanos()) {
        verdict.broken(law, key, overlap(farthest, each));
      }
      if (farthest == null || each.span.untilNanos() > farthest.span.untilNanos()) {
        farthest = each;
      }
    }
  }

  private static String overlap(Reach earlier, Reach later) {
    long beganAgoMillis = (later.span.fromNanos() - earlier.span.fromNanos()) / 1_000_000;
    long leftMillis = (earlier.span.untilNanos() - later.span.fromNanos()) / 1_000_000;
    return later.lease
        + " while "
        + earlier.lease
        + ", said to be alive "
        + beganAgoMillis
        + " ms before, had "
        + leftMillis
        + " ms left";
  }
}
