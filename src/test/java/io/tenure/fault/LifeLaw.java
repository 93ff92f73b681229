package io.tenure.fault;

import io.tenure.api.EndReason;
import java.util.List;
import java.util.Optional;

/**
 * Checks the life of one lease. It is known from its first acknowledgement on, alive as long as
 * promised, ended only by time or by its holder, and ended for ever.
 */
final class LifeLaw {

  private final Verdict verdict;
  private final Excuse excuse;
  private final List<Freeze> freezes;

  LifeLaw(Verdict verdict, Excuse excuse, List<Freeze> freezes) {
    this.verdict = verdict;
    this.excuse = excuse;
    this.freezes = freezes;
  }

  void judge(LeaseHistory lease) {
    Optional<Operation> granted = lease.firstGrant();
    if (granted.isEmpty()) {
      return;
    }
    for (Operation each : lease.operations) {
      judgeTerm(lease, each);
      if (each.told() instanceof Told.Missing && !excuse.forgets(granted.get(), each)) {
        verdict.broken(Law.NOTHING_LOST, lease.key, lease + " is not known any more: " + each);
      } else if (each.told() instanceof Told.Over over) {
        judgeEnd(lease, each, over.how());
      }
    }
    Optional<Operation> end = lease.ends().findFirst();
    Optional<Operation> kept = lease.ends().filter(each -> !excuse.covers(each)).findFirst();
    end.ifPresent(first -> judgeAfter(lease, first));
    if (!kept.equals(end)) {
      kept.ifPresent(first -> judgeAfter(lease, first));
    }
  }

  /** Nothing shortens a lease in these runs: every success lasts as long as requested. */
  private void judgeTerm(LeaseHistory lease, Operation told) {
    boolean again = told.told() instanceof Told.Granted granted && granted.repeated();
    if (told.grants() && !again && told.validForMillis() < lease.ttlMillis()) {
      verdict.broken(Law.NEVER_EARLY, lease.key, lease + " is promised too little: " + told);
    }
  }

  /** No lease is broken or transferred in these runs, so an end has two causes. */
  private void judgeEnd(LeaseHistory lease, Operation told, EndReason how) {
    if (how == EndReason.EXPIRED) {
      long leftNanos = lease.promisedUntilNanos(told) - told.doneNanos();
      if (excuse.permitsEarlyEndOf(lease)) {
        return;
      }
      if (leftNanos > 0) {
        verdict.broken(
            Law.NEVER_EARLY,
            lease.key,
            lease + " expired " + leftNanos / 1_000_000 + " ms before what was promised: " + told);
      } else if (freezes.stream().anyMatch(each -> each.spares(promised(lease, each), told))) {
        verdict.broken(
            Law.SLOW_SERVER_PUNISHES_NOBODY, lease.key, lease + " expired in a freeze: " + told);
      }
    } else if (how != EndReason.RELEASED || lease.givenUpNanos() > told.doneNanos()) {
      verdict.broken(Law.NOTHING_LOST, lease.key, lease + " ended and nobody did it: " + told);
    }
  }

  /** The end of the promise by all earlier answers; the least value when there were none. */
  private static long promised(LeaseHistory lease, Freeze freeze) {
    return lease.operations.stream()
        .filter(each -> each.grants() && each.doneNanos() <= freeze.fromNanos())
        .mapToLong(Operation::promisedUntilNanos)
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private void judgeAfter(LeaseHistory lease, Operation end) {
    for (Operation each : lease.operations) {
      boolean after = each.sentNanos() > end.doneNanos() && !excuse.forgets(end, each);
      if (after && each.grants()) {
        verdict.broken(
            Law.NO_RESURRECTION, lease.key, lease + " was over: " + end + ", and lives: " + each);
      } else if (after && changed(end.told(), each.told())) {
        verdict.broken(
            Law.NO_RESURRECTION, lease.key, lease + " was " + end.told() + ", now " + each.told());
      }
    }
  }

  private static boolean changed(Told end, Told later) {
    boolean released = end instanceof Told.Released;
    EndReason how = end instanceof Told.Over over ? over.how() : EndReason.RELEASED;
    if (later instanceof Told.Over over) {
      return over.how() != how;
    }
    return later instanceof Told.Released && !released && how != EndReason.RELEASED;
  }
}
