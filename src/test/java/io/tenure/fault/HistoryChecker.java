package io.tenure.fault;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges a run by its history alone. It knows nothing of servers, only the requests of the holders,
 * their times and the answers. It accepts everything that might be right; every violation that it
 * names is certainly wrong.
 */
final class HistoryChecker {

  private final List<Operation> operations;
  private final List<Write> writes;
  private final List<Freeze> freezes;
  private final List<Departure> departures;
  private final Excuse excuse;
  private final Verdict verdict = new Verdict();

  private final Map<String, KeyHistory> keys = new HashMap<>();

  private HistoryChecker(History history, Excuse excuse) {
    operations = new ArrayList<>(history.operations());
    operations.sort(Comparator.comparingLong(Operation::doneNanos));
    writes = history.writes();
    freezes = history.freezes();
    departures = history.departures();
    this.excuse = excuse.in(operations);
  }

  static Verdict judge(History history, Excuse excuse) {
    return new HistoryChecker(history, excuse).judge();
  }

  private Verdict judge() {
    gather();
    keys.values().forEach(this::judge);
    new RetryLaw(verdict, excuse).judge(operations, keys);
    new ZombieLaw(verdict, excuse, freezes, departures).judge(operations);
    new FenceLaw(verdict, excuse).judge(operations);
    for (Write write : writes) {
      if (!write.accepted()) {
        verdict.broken(
            Law.TOKENS_GROW, write.key(), "the resource refused a believing holder: " + write);
      }
    }
    return verdict;
  }

  private void gather() {
    for (Operation each : operations) {
      if (!FenceLaw.concerns(each)) {
        keys.computeIfAbsent(each.key(), KeyHistory::new).add(each);
      }
    }
  }

  private void judge(KeyHistory history) {
    ExclusionLaw exclusion = new ExclusionLaw(verdict, history.key);
    exclusion.judge(Law.EXCLUSION, history.leases(), LeaseHistory::believed);
    exclusion.judge(Law.NEVER_EARLY, history.leases(), LeaseHistory::alive);
    new TokenLaw(verdict, excuse, history).judge();
    history.leases().forEach(new LifeLaw(verdict, excuse, freezes)::judge);
  }
}
