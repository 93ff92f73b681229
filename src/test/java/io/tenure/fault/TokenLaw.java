package io.tenure.fault;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Checks that later leases of a key have larger tokens, and that no answer names a holder of the
 * past.
 */
final class TokenLaw {

  private final Verdict verdict;
  private final Excuse excuse;
  private final KeyHistory history;

  TokenLaw(Verdict verdict, Excuse excuse, KeyHistory history) {
    this.verdict = verdict;
    this.excuse = excuse;
    this.history = history;
  }

  void judge() {
    history.leases().forEach(this::judgeOne);
    judgeLives();
    judgeGrants();
    judgeRefusals();
  }

  /** Checks that a token belongs to one lease. */
  private void judgeOne(LeaseHistory lease) {
    long names =
        lease.operations.stream()
            .filter(each -> each.told() instanceof Told.Granted)
            .map(each -> ((Told.Granted) each.told()).lease())
            .distinct()
            .count();
    if (names > 1) {
      broken(Law.TOKENS_GROW, lease + " was given to " + names + " leases");
    }
  }

  /** Checks the tokens in the order in which the leases were certainly alive. */
  private void judgeLives() {
    List<LeaseHistory> lived = new ArrayList<>(history.leases());
    lived.removeIf(lease -> lease.alive().isEmpty());
    lived.sort(Comparator.comparingLong(lease -> lease.alive().get(0).fromNanos()));
    for (int i = 1; i < lived.size(); i++) {
      if (lived.get(i).token <= lived.get(i - 1).token) {
        broken(Law.TOKENS_GROW, lived.get(i) + " lived after " + lived.get(i - 1));
      }
    }
  }

  /** Checks each grant against grants that were answered before its request, alive or not. */
  private void judgeGrants() {
    List<Operation> grants = firsts(Comparator.comparingLong(Operation::sentNanos));
    Tops told = new Tops(firsts(Comparator.comparingLong(Operation::doneNanos)));
    for (Operation each : grants) {
      long top = told.before(each.sentNanos());
      if (each.leaseToken() <= top) {
        String order = "token " + each.leaseToken() + " was asked for after token " + top;
        broken(Law.TOKENS_GROW, order + " was told: " + each);
      }
    }
  }

  /** Checks that a refusal never names an earlier holder than the last known one. */
  private void judgeRefusals() {
    history.refused.sort(Comparator.comparingLong(Operation::sentNanos));
    List<Operation> firsts = firsts(Comparator.comparingLong(Operation::doneNanos));
    Tops told = new Tops(firsts);
    Tops kept = new Tops(firsts.stream().filter(each -> !excuse.covers(each)).toList());
    for (Operation each : history.refused) {
      long top = (excuse.knowsLess(each) ? kept : told).before(each.sentNanos());
      if (each.told() instanceof Told.Held held && held.token() < top) {
        broken(Law.NO_RESURRECTION, "token " + top + " was told before " + each);
      }
    }
  }

  /** The first grant of each lease by {@code order}, all in that order. */
  private List<Operation> firsts(Comparator<Operation> order) {
    List<Operation> firsts = new ArrayList<>();
    for (LeaseHistory lease : history.leases()) {
      lease.operations.stream()
          .filter(each -> each.told() instanceof Told.Granted)
          .min(order)
          .ifPresent(firsts::add);
    }
    firsts.sort(order);
    return firsts;
  }

  private void broken(Law law, String evidence) {
    verdict.broken(law, history.key, evidence);
  }

  /**
   * The largest token reported before an instant; the queries come in the order of their instants.
   */
  private static final class Tops {
    private final List<Operation> byDone;
    private int next;
    private long top;

    Tops(List<Operation> byDone) {
      this.byDone = byDone;
    }

    long before(long instantNanos) {
      while (next < byDone.size() && byDone.get(next).doneNanos() < instantNanos) {
        top = Math.max(top, byDone.get(next++).leaseToken());
      }
      return top;
    }
  }
}
