package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the work that must be done when a tick reports that nothing more is due. */
final class QuietJudge {
  private final NaiveLeases leases;
  private final NaiveWatches watches;

  QuietJudge(NaiveLeases leases, NaiveWatches watches) {
    this.leases = leases;
    this.watches = watches;
  }

  void quiet() {
    if (leases.numbers.scarce()) {
      return;
    }
    for (NaiveTenure tenure : leases.live) {
      unless(!longOver(tenure), "it is over, and no tick has ended it", tenure);
    }
    for (List<NaiveWaiter> queue : leases.queues.values()) {
      if (!queue.isEmpty()) {
        queue(queue);
      }
    }
    for (Map.Entry<LeaseId, Long> due : leases.sessions.askDue.entrySet()) {
      boolean needed = leases.live.stream().anyMatch(each -> due.getKey().equals(sessionOf(each)));
      boolean late = leases.clock.longOver(due.getValue(), NaiveLeases.LATE_NANOS);
      unless(!needed || !late, "home is not asked again", due);
    }
    boolean told = leases.sessions.unheard.isEmpty() || !leases.quarantine.inDoubt();
    boolean late = leases.clock.longOver(leases.sessions.tellDue, NaiveLeases.LATE_NANOS);
    unless(told || !late, "other shards are not told again", leases.sessions.unheard);
    unless(leases.sessions.losses.isEmpty(), "not seen to", leases.sessions.losses);
    watches.whenQuiet();
  }

  private @Nullable LeaseId sessionOf(NaiveTenure tenure) {
    return leases.alive(tenure) ? tenure.begun.session() : null;
  }

  /** A wheel may lag a little; the end of a session is handled at once. */
  private boolean longOver(NaiveTenure tenure) {
    long late = NaiveLeases.LATE_NANOS;
    if (tenure.doomed && leases.clock.longOver(tenure.doomedUntil, late)
        || tenure.bound()
            && tenure.mayEndAlone()
            && leases.clock.longOver(tenure.endsAlone(), late)) {
      return true;
    }
    if (!tenure.bound()) {
      return !tenure.doomed && leases.clock.longOver(leases.endsAt(tenure), late);
    }
    LeaseId session = tenure.session();
    NaiveTenure home = session.shard() == leases.shard ? leases.find(session) : null;
    if (home != null && home.ended == null) {
      return longOver(home);
    }
    return leases.endOfSession(tenure) != null;
  }

  private void queue(List<NaiveWaiter> queue) {
    for (NaiveWaiter waiter : queue) {
      boolean over = leases.clock.longOver(waiter.deadline, NaiveLeases.LATE_NANOS);
      unless(!over, "its wait is over", waiter);
    }
    Long barred = leases.bars.get(queue.get(0).request.key());
    if (barred == null || leases.clock.longOver(barred, NaiveLeases.LATE_NANOS)) {
      handedOn(queue);
    }
  }

  /** Direct hand-off: a key that admits its first waiter has been given to this waiter. */
  void handedOnUnlessBarred(List<NaiveWaiter> queue) {
    if (!queue.isEmpty() && !leases.bars.containsKey(queue.get(0).request.key())) {
      handedOn(queue);
    }
  }

  private void handedOn(List<NaiveWaiter> queue) {
    if (leases.numbers.scarce() || leases.quarantined()) {
      return;
    }
    NaiveWaiter head = queue.get(0);
    Key key = head.request.key();
    List<NaiveTenure> holders = new ArrayList<>(leases.recorded(key));
    boolean room =
        holders.size() < leases.limits.holdersPerKeyMax()
            && leases.live.size() < leases.limits.leasesMax();
    boolean owed =
        room && leases.waits(head) && NaiveLeases.compatible(holders, head.request.mode());
    unless(!owed, "the key is free, and its first waiter waits on", head, holders);
  }
}
