package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.EndReason;
import io.tenure.api.HolderView;
import io.tenure.api.LeaseId;
import io.tenure.api.LifespanView;
import io.tenure.api.Validity;
import io.tenure.core.TenureFields;
import io.tenure.core.model.Call.Standing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Judges the reports about a tenure to any caller: terms, remaining times and ends. */
final class ViewJudge {
  private final NaiveLeases leases;

  ViewJudge(NaiveLeases leases) {
    this.leases = leases;
  }

  void check(NaiveTenure tenure, HolderView view) {
    TenureFields begun = tenure.begun;
    unless(
        view.holder().equals(begun.holder())
            && view.token() == begun.token()
            && view.mode().equals(begun.mode())
            && view.slot() == begun.slotNumber()
            && view.breaking() == tenure.doomed
            && Objects.equals(view.value(), tenure.value),
        "the wrong view",
        view,
        tenure);
    remaining(tenure, view.remainingMillis());
  }

  /** Judges a remaining time, which is for people: rounding by a millisecond is permitted. */
  void remaining(NaiveTenure tenure, long millis) {
    Long end = endOf(tenure);
    if (tenure.bound() && tenure.mayEndAlone()) {
      end = tenure.endsAlone();
    }
    if (end == null) {
      boolean told = millis == LifespanView.WITH_SESSION;
      unless(told || tenure.doomed && millis >= 0, "only its session knows", millis, tenure);
      return;
    }
    long left = leases.clock.leftMillis(end);
    boolean renewed = leases.renewing.contains(tenure) && millis == tenure.begun.ttlMillis();
    boolean right = renewed || millis >= left && millis <= left + 1;
    unless(right, "wrong remaining time", millis, left, tenure);
  }

  /**
   * The time of the end without any further request; null when only the home of its session knows
   * it.
   */
  @Nullable Long endOf(NaiveTenure tenure) {
    if (!tenure.bound()) {
      return tenure.doomed ? Math.min(tenure.doomedUntil, tenure.deadline) : tenure.deadline;
    }
    LeaseId session = tenure.session();
    if (session.shard() != leases.shard) {
      return null;
    }
    NaiveTenure home = leases.find(session);
    if (home == null) {
      return null;
    }
    return tenure.doomed ? Math.min(tenure.doomedUntil, home.deadline) : home.deadline;
  }

  boolean hasMillisLeft(NaiveTenure tenure) {
    if (tenure.bound()) {
      return !tenure.mayEndAlone() || leases.clock.leftMillis(tenure.endsAlone()) > 0;
    }
    long until = tenure.doomed ? Math.min(tenure.doomedUntil, tenure.deadline) : tenure.deadline;
    return leases.clock.leftMillis(until) > 0;
  }

  /** Checks that a promise is never longer than the remaining time, and not needlessly shorter. */
  void promise(NaiveTenure tenure, Validity validity) {
    if (tenure.bound()) {
      long left =
          tenure.mayEndAlone() ? Math.max(1, leases.clock.leftMillis(tenure.endsAlone())) : 0;
      unless(
          validity.equals(new Validity(0, left)),
          "the session's term counts",
          validity,
          left,
          tenure);
      return;
    }
    long until = tenure.doomed ? Math.min(tenure.doomedUntil, tenure.deadline) : tenure.deadline;
    long left = leases.clock.leftMillis(until);
    unless(validity.ttlMillis() == tenure.begun.ttlMillis(), "not its ttl", validity, tenure);
    unless(
        validity.validForMillis() <= Math.max(left, 1)
            && validity.validForMillis() >= Math.min(left, validity.ttlMillis()),
        "a wrong promise",
        validity,
        left,
        tenure);
  }

  /**
   * Judges the report of an end with its reason and its time, and that no recovery can undo the
   * reported end.
   */
  void over(
      NaiveTenure tenure, EndReason how, long agoMillis, long token, long behind, Standing before) {
    unless(tenure.ended == how && token == tenure.token(), "not how it ended", how, tenure);
    if (!tenure.restored) {
      long sinceEnd = leases.clock.judgedNanos() - tenure.endedAt;
      long sinceDeadline = Math.max(sinceEnd, leases.clock.nanos() - tenure.overSince);
      unless(
          agoMillis >= sinceEnd / NaiveClock.MILLI
              && (tenure.bound() || agoMillis <= sinceDeadline / NaiveClock.MILLI + 1),
          "not so long ago",
          agoMillis,
          sinceEnd,
          sinceDeadline,
          before);
    }
    unless(leases.covers(behind, tenure.lastPlace), "told of an end that is not kept", tenure);
  }
}
