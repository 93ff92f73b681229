package io.tenure.fault;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Checks that one requestId has one lease, and that a used-up requestId is never granted again. */
final class RetryLaw {

  private final Verdict verdict;
  private final Excuse excuse;
  private final Map<String, Operation> grants = new HashMap<>();
  private final Map<String, Operation> consumed = new HashMap<>();

  RetryLaw(Verdict verdict, Excuse excuse) {
    this.verdict = verdict;
    this.excuse = excuse;
  }

  /** {@code operations} in the order in which they were done. */
  void judge(List<Operation> operations, Map<String, KeyHistory> keys) {
    for (Operation each : operations) {
      if (each.requestId() == null) {
        continue;
      }
      if (each.told() instanceof Told.Granted granted) {
        judgeGrant(each, granted);
      } else if (each.told() instanceof Told.Consumed used) {
        judgeConsumed(each, used, Objects.requireNonNull(keys.get(each.key())).lease(used.token()));
      }
    }
  }

  private void judgeGrant(Operation told, Told.Granted granted) {
    Operation before = grants.putIfAbsent(told.requestId(), told);
    if (before != null && !sameLease(before, granted) && excuse.forgets(before, told)) {
      grants.put(told.requestId(), told);
    } else if (before != null && !sameLease(before, granted)) {
      verdict.broken(
          Law.RETRIES,
          told.key(),
          told.requestId() + " was told " + before.told() + " and " + granted);
    }
    Operation usedUp = consumed.get(told.requestId());
    if (usedUp != null && told.sentNanos() > usedUp.doneNanos() && !excuse.forgets(usedUp, told)) {
      verdict.broken(Law.RETRIES, told.key(), told.requestId() + " is granted after " + usedUp);
    }
  }

  private static boolean sameLease(Operation before, Told.Granted granted) {
    return before.told() instanceof Told.Granted first
        && first.token() == granted.token()
        && first.lease().equals(granted.lease());
  }

  private void judgeConsumed(Operation told, Told.Consumed used, LeaseHistory lease) {
    consumed.putIfAbsent(told.requestId(), told);
    Operation before = grants.get(told.requestId());
    if (before != null && before.leaseToken() != used.token() && !excuse.forgets(before, told)) {
      verdict.broken(
          Law.RETRIES,
          told.key(),
          told.requestId() + " was told " + before.told() + " and " + used);
    }
    boolean givenUp = lease.givenUpNanos() <= told.doneNanos();
    boolean early = lease.promisedUntilNanos(told) > told.doneNanos();
    if (!givenUp && early && !excuse.permitsEarlyEndOf(lease)) {
      verdict.broken(Law.NEVER_EARLY, told.key(), lease + " is promised, and used up: " + told);
    }
  }
}
