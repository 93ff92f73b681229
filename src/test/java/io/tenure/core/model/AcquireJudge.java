package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request.Acquire;
import io.tenure.core.model.Call.Standing;
import org.jspecify.annotations.Nullable;

/** Judges the answers to acquires that come in the turn of the request. */
final class AcquireJudge {
  private final NaiveLeases leases;
  private final Wishes wishes;
  private final GrantJudge grants;

  AcquireJudge(NaiveLeases leases, Wishes wishes, GrantJudge grants) {
    this.leases = leases;
    this.wishes = wishes;
    this.grants = grants;
  }

  void before(Call call, Acquire asked) {
    String id = asked.requestId();
    if (id == null || wishes.invalid(asked)) {
      return;
    }
    call.known = leases.effectOf(Wishes.meaning(asked));
    call.knownStanding = leases.standing(call.known);
    call.knownWaiter = wishes.waiterWith(Wishes.meaning(asked));
  }

  /** Judges the answer that came in the turn of the request. */
  void answered(Call call, Acquire asked, long behind, Reply reply) {
    if (wishes.invalid(asked)) {
      boolean tooLarge =
          Wishes.tooLarge(asked.value()) && LeaseJudge.refused(reply, Outcome.TOO_LARGE);
      unless(tooLarge || LeaseJudge.refused(reply, Outcome.INVALID), "it is invalid", asked, reply);
      return;
    }
    if (leases.quarantine.hides(call)) {
      unless(LeaseJudge.refused(reply, Outcome.UNKNOWN), "its end may be lost", asked, reply);
    } else if (reply instanceof Reply.Granted granted && granted.repeated()) {
      repeated(call, asked, behind, granted);
    } else if (reply instanceof Refusal.RequestConsumed consumed) {
      consumed(call, asked, behind, consumed);
    } else {
      fresh(call, asked, behind, reply);
    }
  }

  /** Checks that no new lease comes of an acquire with a requestId that allows only one answer. */
  void mustBeFresh(Call call, Acquire asked, @Nullable Reply reply) {
    boolean decided =
        call.knownStanding == Standing.ALIVE
            || call.knownStanding == Standing.OVER
            || call.knownStanding == Standing.ENDED;
    boolean forgotten = call.known != null && call.known.forgotten;
    unless(!decided || forgotten, "its requestId was used before", asked, call.known, reply);
  }

  private void fresh(Call call, Acquire asked, long behind, Reply reply) {
    mustBeFresh(call, asked, reply);
    if (reply instanceof Reply.Granted granted) {
      if (call.knownWaiter != null) {
        throw new Disagreement("granted to one who repeats what waits: " + asked);
      }
      for (NaiveWaiter waiter : leases.queue(asked.key())) {
        unless(!leases.waits(waiter), "a newcomer overtook", waiter, asked);
      }
      grants.granted(asked, behind, granted);
    } else if (reply instanceof Refusal.Held held) {
      unless(asked.waitMillis() == 0, "it is willing to wait", asked);
      boolean owed = leases.grantable(asked) && leases.sessionTakes(asked);
      unless(!owed, "it should have been granted", asked, held);
      grants.held(asked.key(), held);
    } else if (reply instanceof Refusal.Refused refused) {
      refused(asked, refused);
    } else {
      throw new Disagreement("no answer to an acquire: " + reply);
    }
  }

  private void refused(Acquire asked, Refusal.Refused refused) {
    boolean right =
        switch (refused.code()) {
          case SESSION_OVER -> !leases.sessionTakes(asked);
          case LIMIT -> wishes.full(asked);
          case UNAVAILABLE -> leases.numbers.scarce();
          default -> false;
        };
    unless(right, "refused without reason", asked, refused);
  }

  private void repeated(Call call, Acquire asked, long behind, Reply.Granted granted) {
    NaiveTenure known = call.known;
    boolean lives = call.knownStanding == Standing.ALIVE;
    if (known == null || !lives || known.runsOut || !Wishes.sameWish(known, asked)) {
      throw new Disagreement("not granted before: " + asked + " " + known + " " + granted);
    }
    unless(granted.token() == known.token(), "the same lease has one token", granted, known);
    grants.sameLease(known, behind, granted);
  }

  private void consumed(Call call, Acquire asked, long behind, Refusal.RequestConsumed consumed) {
    NaiveTenure known = call.known;
    if (known == null || known.endingTold() == null || call.knownStanding == Standing.UNKNOWN) {
      throw new Disagreement("its requestId was not used up: " + asked + " " + known);
    }
    unless(
        consumed.how() == known.endingTold() && consumed.token() == known.token(),
        "not how it ended",
        consumed,
        known);
    unless(leases.covers(behind, known.lastPlace), "told of an end that is not kept", known);
  }
}
