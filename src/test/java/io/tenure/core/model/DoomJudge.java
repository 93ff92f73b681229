package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.OperatorRequest;
import io.tenure.core.Change;

/** Judges for how long a tenure may still live after its end was decided. */
final class DoomJudge {

  private DoomJudge() {}

  /** Judges a break with a grace by an operator. */
  static void broken(
      NaiveLeases leases,
      NaiveTenure tenure,
      OperatorRequest.Break order,
      Change.EndAfterGrace doom) {
    long now = leases.clock.nanos();
    long end = tenure.bound() ? tenure.lifetimeEnd : tenure.deadline;
    long grace = now + order.graceMillis() * NaiveClock.MILLI;
    long until = order.graceMillis() < 0 ? end : Math.min(end, grace);
    until = tenure.doomed ? Math.min(until, tenure.doomedUntil) : until;
    long left = Math.max(until - now, 0);
    boolean right =
        doom.graceMillis() * NaiveClock.MILLI >= left
            && (doom.graceMillis() - 1) * NaiveClock.MILLI < left;
    unless(right, "a wrong grace", doom, left, tenure);
    tenure.doomed = true;
    tenure.doomedUntil = Math.max(until, leases.clock.judgedNanos());
  }

  /**
   * Judges the end of a session after another shard has reported that it may have lost leases of
   * it.
   */
  static void runOut(
      NaiveLeases leases, Call call, long place, NaiveTenure session, Change.EndAfterGrace doom) {
    boolean lost = session.guests.stream().anyMatch(leases.sessions::mayHaveLost);
    unless(lost && !session.runsOut && call.request == null, "no lease is lost", doom, session);
    long left = leases.clock.leftMillis(session.deadline);
    unless(doom.graceMillis() == left + 1, "a wrong grace", doom, session);
    session.runsOut = true;
    session.lastPlace = place;
  }
}
