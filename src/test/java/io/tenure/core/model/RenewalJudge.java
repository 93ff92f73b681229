package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import io.tenure.core.model.Call.Standing;
import java.util.List;

/** Judges renewals: of one lease, of many, and by the path that answers with a number. */
final class RenewalJudge {
  private final NaiveLeases leases;
  private final ViewJudge views;

  RenewalJudge(NaiveLeases leases) {
    this.leases = leases;
    this.views = new ViewJudge(leases);
  }

  void renewed(Call call, Request.Renew asked, long behind, Reply reply) {
    if (asked.leases().isEmpty() || asked.leases().size() > Limits.RENEWALS_MAX) {
      unless(LeaseJudge.refused(reply, Outcome.INVALID), "none or too many to renew", reply);
      return;
    }
    if (!(reply instanceof Reply.Renewed renewed)) {
      throw new Disagreement("no answer to a renewal: " + reply);
    }
    List<RenewalReply> results = renewed.results();
    unless(results.size() == asked.leases().size(), "a result for each", asked, reply);
    for (int at = 0; at < results.size(); at++) {
      LeaseId named = asked.leases().get(at);
      boolean unclear = results.get(at) instanceof RenewalReply.Pending && unsettled(named);
      NaiveTenure tenure = call.targets.get(at);
      boolean gone = tenure == null || tenure.forgotten;
      if (!gone || !unclear || results.size() == 1) {
        renewal(call, at, behind, results.get(at), results.size() > 1);
      }
    }
  }

  void renewal(Call call, int at, long behind, RenewalReply result, boolean many) {
    NaiveTenure tenure = call.targets.get(at);
    Standing standing = call.standings.get(at);
    if (tenure == null || standing == Standing.UNKNOWN) {
      unless(result instanceof RenewalReply.NotFound, "it is unknown", result);
    } else if (standing == Standing.ALIVE) {
      alive(tenure, behind, result, many);
    } else if (result instanceof RenewalReply.Over over) {
      views.over(tenure, over.how(), over.agoMillis(), over.token(), behind, standing);
    } else if (result instanceof RenewalReply.Pending) {
      boolean numbers = standing == Standing.OVER && leases.numbers.scarce();
      unless(many && !leases.durable(tenure.lastPlace) || numbers, "it is certain", tenure);
    } else {
      boolean faded = standing == Standing.FADING || tenure.forgotten;
      unless(faded && result instanceof RenewalReply.NotFound, "it is over", tenure, result);
    }
  }

  private void alive(NaiveTenure tenure, long behind, RenewalReply result, boolean many) {
    if (result instanceof RenewalReply.Pending) {
      boolean uncertain = many && !leases.durable(tenure.lastPlace);
      boolean nothingLeft = !tenure.runsOut && !views.hasMillisLeft(tenure);
      unless(uncertain || nothingLeft, "it is certain", tenure);
      tenure.renew(leases.clock.nanos());
      return;
    }
    unless(!many || leases.durable(tenure.lastPlace), "not certain yet", tenure, result);
    unless(leases.covers(behind, tenure.lastPlace), "renewed before it is kept", tenure);
    unless(behind <= tenure.lastPlace || many, "a renewal waits for a stranger", tenure, behind);
    if (tenure.runsOut) {
      boolean told = result instanceof RenewalReply.Over over && over.how() == EndReason.EXPIRED;
      unless(told, "it runs out", tenure, result);
      return;
    }
    if (tenure.bound() && !tenure.mayEndAlone()) {
      boolean told = result.equals(new RenewalReply.SessionBound(tenure.token()));
      unless(told, "it lives with its session", tenure, result);
      return;
    }
    if (!(result instanceof RenewalReply.Renewed renewed)) {
      throw new Disagreement("not renewed though it lives: " + tenure + " " + result);
    }
    tenure.renew(leases.clock.nanos());
    unless(renewed.token() == tenure.token(), "the same lease has one token", renewed, tenure);
    unless(renewed.breaking() == tenure.doomed, "breaking", renewed, tenure);
    views.promise(tenure, renewed.validity());
  }

  /** Judges the number with which the short path answers a renewal. */
  void primitive(Call call, LeaseId named, long number, boolean session) {
    NaiveTenure tenure = call.targets.get(0);
    Standing standing = call.standings.get(0);
    if (tenure == null || standing == Standing.UNKNOWN) {
      unless(number == -1 || number == 0 && unsettled(named), "it is unknown", number);
      return;
    }
    if (tenure.forgotten) {
      unless(number == -1 || number == 0 && unsettled(named), "it is over", number, tenure);
      return;
    }
    if (!leases.durable(tenure.lastPlace)) {
      unless(number == 0 || number == -1 && standing == Standing.FADING, "uncertain", number);
      if (standing == Standing.ALIVE && !tenure.bound()) {
        tenure.renew(leases.clock.nanos());
      }
      return;
    }
    if (standing == Standing.ALIVE && tenure.bound() && !session) {
      long due = tenure.mayEndAlone() ? leases.clock.leftMillis(tenure.endsAlone()) : -6;
      unless(number == due, "it lives with its session", number, due, tenure);
    } else if (standing == Standing.ALIVE && tenure.runsOut) {
      unless(number == -2, "it runs out", number, tenure);
    } else if (standing == Standing.ALIVE && number == 0) {
      tenure.renew(leases.clock.nanos());
      unless(!views.hasMillisLeft(tenure), "uncertain", number, tenure);
    } else if (standing == Standing.ALIVE) {
      unless(number > 0, "not renewed though it lives", number, tenure);
      tenure.renew(leases.clock.nanos());
      views.promise(tenure, new Validity(tenure.begun.ttlMillis(), number));
    } else {
      boolean numbers = standing == Standing.OVER && leases.numbers.scarce() && number == 0;
      boolean told = tenure.ended != null && number == -2 - tenure.ended.ordinal();
      boolean faded = standing == Standing.FADING && number == -1;
      unless(told || faded || numbers, "it is over", number, tenure);
    }
  }

  /** Whether a store that fails now may still undo the content of the row of an unknown leaseId. */
  private boolean unsettled(LeaseId named) {
    return leases.live.stream().anyMatch(each -> unsettled(each, named))
        || leases.graves.ended.stream().anyMatch(each -> unsettled(each, named));
  }

  private boolean unsettled(NaiveTenure tenure, LeaseId named) {
    return tenure.begun.row() == named.row() && !leases.durable(tenure.lastPlace);
  }
}
