package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Value;
import io.tenure.core.model.Call.Standing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Judges the answers to requests that name a leaseId. */
final class LeaseJudge {
  private final NaiveLeases leases;
  private final ViewJudge views;

  LeaseJudge(NaiveLeases leases) {
    this.leases = leases;
    this.views = new ViewJudge(leases);
  }

  static boolean refused(Reply reply, Outcome code) {
    return reply instanceof Refusal.Refused refused && refused.code() == code;
  }

  /** Looks up the tenure of a leaseId before the call. */
  void target(Call call, LeaseId named, boolean session) {
    NaiveTenure tenure = leases.find(named);
    if (tenure != null && tenure.isSession() != session) {
      tenure = null;
    }
    call.targets.add(tenure);
    call.standings.add(leases.standing(tenure));
  }

  static boolean runsOut(Call call, @Nullable NaiveTenure tenure) {
    return tenure != null && tenure.runsOut && call.standings.get(0) == Standing.ALIVE;
  }

  void expired(NaiveTenure tenure, long behind, Reply reply) {
    boolean told = reply instanceof Refusal.Over over && over.how() == EndReason.EXPIRED;
    unless(told, "it runs out", tenure, reply);
    unless(leases.covers(behind, tenure.lastPlace), "not kept", tenure);
  }

  /** Whether {@code reply} is a correct answer about a tenure that does not live. */
  boolean gone(Call call, long behind, Reply reply) {
    NaiveTenure tenure = call.targets.get(0);
    Standing standing = call.standings.get(0);
    if (tenure != null && runsOut(call, tenure)) {
      expired(tenure, behind, reply);
      return true;
    }
    if (standing == Standing.ALIVE || tenure == null && standing != Standing.UNKNOWN) {
      return false;
    }
    boolean unknown = refused(reply, Outcome.NOT_FOUND);
    if (standing == Standing.UNKNOWN) {
      unless(unknown, "it is unknown", call, reply);
    } else if (reply instanceof Refusal.Over over && tenure != null) {
      views.over(tenure, over.how(), over.agoMillis(), over.token(), behind, standing);
    } else if (refused(reply, Outcome.UNAVAILABLE)) {
      unless(leases.numbers.scarce() && standing == Standing.OVER, "no reason", call, reply);
    } else {
      boolean faded = standing == Standing.FADING || tenure != null && tenure.forgotten;
      unless(unknown && faded, "it is over", call, tenure, reply);
    }
    return true;
  }

  void released(Call call, long behind, Reply reply) {
    NaiveTenure tenure = call.targets.get(0);
    if (reply instanceof Reply.Released released && tenure != null) {
      boolean first = call.standings.get(0) == Standing.ALIVE;
      unless(tenure.ended == EndReason.RELEASED, "not released", tenure, call);
      unless(released.token() == tenure.token(), "the wrong token", released, tenure);
      unless(!first || released.agoMillis() == 0, "released just now", released);
      boolean withSession = call.standings.get(0) == Standing.OVER && tenure.bound();
      unless((first || withSession) == call.ended.contains(tenure), "released twice", tenure);
      long ago = (leases.clock.judgedNanos() - tenure.endedAt) / NaiveClock.MILLI;
      boolean right = released.agoMillis() == ago;
      unless(first || withSession || tenure.restored || right, "not so long ago", released, ago);
      unless(leases.covers(behind, tenure.lastPlace), "released before it is kept", released);
      return;
    }
    boolean gaveUp = runsOut(call, tenure) && tenure.ended == EndReason.EXPIRED;
    unless(gaveUp || !runsOut(call, tenure), "its holder gave it up", tenure, reply);
    boolean known = call.standings.get(0) == Standing.ENDED && tenure != null;
    unless(!known || tenure.ended != EndReason.RELEASED, "released before", tenure, reply);
    if (refused(reply, Outcome.UNAVAILABLE) && call.standings.get(0) == Standing.ALIVE) {
      unless(leases.numbers.scarce(), "no reason", reply);
      return;
    }
    unless(gone(call, behind, reply), "it lives and was not released", call, reply);
  }

  void valued(Call call, Request.SetValue asked, long behind, Reply reply) {
    Value value = asked.value();
    if (Wishes.tooLarge(value)) {
      unless(refused(reply, Outcome.TOO_LARGE), "too large a value", reply);
      return;
    }
    NaiveTenure tenure = call.targets.get(0);
    if (gone(call, behind, reply) || tenure == null) {
      return;
    }
    String id = asked.requestId();
    boolean repeated = id != null && tenure.done.containsKey("v" + id);
    if (reply instanceof Reply.ValueSet set) {
      unless(set.token() == tenure.token(), "the wrong token", set, tenure);
      boolean same = Objects.equals(tenure.value, value);
      unless(repeated || same, "the value is not set", asked, tenure.value);
    } else {
      boolean numbers = refused(reply, Outcome.UNAVAILABLE) && leases.numbers.scarce();
      unless(numbers, "no answer to a value", reply);
    }
  }

  void inspected(Call call, long behind, Reply reply) {
    NaiveTenure tenure = call.targets.get(0);
    if (gone(call, behind, reply) || tenure == null) {
      return;
    }
    if (!(reply instanceof Reply.LeaseState state)) {
      throw new Disagreement("it lives: " + tenure + " " + reply);
    }
    unless(state.key().equals(tenure.key()), "another key", state, tenure);
    views.check(tenure, state.lease());
    unless(leases.covers(behind, tenure.lastPlace), "told before it is kept", state);
  }
}
