package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.core.Census;
import io.tenure.core.LeaseTable;
import java.util.List;

/** Compares what the table counts of itself with what the model knows to be there. */
final class Structure {

  private Structure() {}

  /** At rest: when a tick has said that no more is due. */
  static void check(LeaseTable table, NaiveLeases leases, NaiveWatches watches) {
    Census census = table.census();
    long sessions = leases.live.stream().filter(NaiveTenure::isSession).count();
    long waiters = leases.queues.values().stream().mapToLong(List::size).sum();
    unless(census.leases() == leases.live.size() - sessions, "leases", census, leases.live.size());
    unless(census.sessions() == sessions, "sessions", census, sessions);
    unless(census.waiters() == waiters + leases.asking.size(), "waiters", census, waiters);
    unless(census.watchers() == watches.count(), "watchers", census, watches.count());
    unless(census.fences() == leases.fences.size(), "fences", census, leases.fences.size());
    long amnesty = leases.clock.amnestyNanos();
    unless(table.measures().amnestyNanos() == amnesty, "amnesty", census, amnesty);
    long quarantine = leases.quarantine.millis();
    unless(census.quarantineMillis() == quarantine, "quarantine", census, quarantine);
    long known = leases.graves.ended.stream().filter(leases::certain).count();
    unless(census.graves() >= known, "graves", census, known);
  }
}
