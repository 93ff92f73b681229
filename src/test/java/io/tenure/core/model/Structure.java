package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.core.LeaseTable;
import io.tenure.core.TableStats;
import java.util.List;

/** Compares the counts that the table reports with what the model knows. */
final class Structure {

  private Structure() {}

  /** At rest: after a tick has reported that nothing more is due. */
  static void check(LeaseTable table, NaiveLeases leases, NaiveWatches watches) {
    TableStats stats = table.stats();
    long sessions = leases.live.stream().filter(NaiveTenure::isSession).count();
    long waiters = leases.queues.values().stream().mapToLong(List::size).sum();
    unless(stats.leases() == leases.live.size() - sessions, "leases", stats, leases.live.size());
    unless(stats.sessions() == sessions, "sessions", stats, sessions);
    unless(stats.waiters() == waiters + leases.asking.size(), "waiters", stats, waiters);
    unless(stats.watchers() == watches.count(), "watchers", stats, watches.count());
    unless(stats.fences() == leases.fences.size(), "fences", stats, leases.fences.size());
    long amnesty = leases.clock.amnestyNanos();
    unless(table.tableMeter().amnestyNanos() == amnesty, "amnesty", stats, amnesty);
    long quarantine = leases.quarantine.millis();
    unless(stats.quarantineMillis() == quarantine, "quarantine", stats, quarantine);
    long known = leases.graves.ended.stream().filter(leases::certain).count();
    unless(stats.graves() >= known, "graves", stats, known);
  }
}
