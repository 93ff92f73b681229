package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Request.Acquire;
import java.util.ArrayList;
import java.util.List;

/** Judges which acquires wait, in which order, and the answers that come later. */
final class WaiterJudge {
  /**
   * The longest wait of an acquire for an answer from the home of its session, with some tolerance.
   */
  private static final long ASK_NANOS = 2_000 * NaiveClock.MILLI;

  private final NaiveLeases leases;
  private final Wishes wishes;
  private final GrantJudge grants;
  private final AcquireJudge acquires;

  WaiterJudge(NaiveLeases leases, Wishes wishes, GrantJudge grants, AcquireJudge acquires) {
    this.leases = leases;
    this.wishes = wishes;
    this.grants = grants;
    this.acquires = acquires;
  }

  /**
   * Judges an acquire without an answer in its turn: it waits for the key, or for the home of its
   * session.
   */
  void unanswered(Call call, Acquire asked) {
    unless(!wishes.invalid(asked), "an invalid request waits", asked);
    acquires.mustBeFresh(call, asked, null);
    if (call.placed) {
      return;
    }
    unless(call.knownWaiter == null, "it waits twice", asked, call.knownWaiter);
    NaiveWaiter waiter = new NaiveWaiter(asked, call.ticket, leases.clock.nanos());
    LeaseId session = asked.session();
    boolean foreign = session != null && session.shard() != leases.shard;
    boolean known = leases.sessionLives(asked) && asked.waitMillis() > 0;
    if (foreign && (call.asked || !known)) {
      waiter.deadline = askedUntil(waiter);
      leases.asking.add(waiter);
      return;
    }
    waiter.unsure = foreign;
    unless(leases.sessionLives(asked), "it waits without its session", asked);
    if (foreign) {
      join(waiter);
      return;
    }
    unless(asked.waitMillis() > 0, "an acquire without an answer", asked);
    unless(!leases.grantable(asked), "it waits for what is free", asked);
    join(waiter);
  }

  private void join(NaiveWaiter waiter) {
    waiter.deadline = waiter.since + waiter.request.waitMillis() * NaiveClock.MILLI;
    leases.queues.computeIfAbsent(waiter.request.key(), key -> new ArrayList<>()).add(waiter);
    unless(
        leases.queue(waiter.request.key()).size() <= leases.limits.waitersPerKeyMax(),
        "more waiters than the limit",
        waiter);
  }

  /**
   * The home reported that the session lives: acquires that waited for this and got no answer queue
   * up.
   */
  void sessionHeard(LeaseId session) {
    List<NaiveWaiter> heard = new ArrayList<>(leases.asking);
    heard.removeIf(each -> !session.equals(each.request.session()));
    leases.asking.removeAll(heard);
    heard.forEach(this::join);
  }

  /** Judges the answer to an acquire that waited. */
  void later(Call call, long ticket, long behind, Reply reply) {
    NaiveWaiter waiter = take(ticket, call, reply);
    Acquire asked = waiter.request;
    if (reply instanceof Reply.Granted granted) {
      unless(!granted.repeated(), "a waiter had it before", granted);
      grants.granted(asked, behind, granted);
    } else if (reply instanceof Refusal.Held held) {
      long since = waiter.since + asked.waitMillis() * NaiveClock.MILLI;
      unless(leases.clock.perhapsOver(since), "its wait is not over", waiter);
      grants.held(asked.key(), held);
    } else if (reply instanceof Refusal.Refused refused) {
      dismissed(call, waiter, refused);
    } else {
      throw new Disagreement("no answer to one who waits: " + reply);
    }
  }

  private NaiveWaiter take(long ticket, Call call, Reply reply) {
    for (int at = 0; at < leases.asking.size(); at++) {
      NaiveWaiter waiter = leases.asking.get(at);
      if (waiter.ticket == ticket) {
        if (LeaseJudge.refused(reply, Outcome.REPEATED) && call.request instanceof Acquire again) {
          successor(call, again, leases.asking, at);
        } else {
          leases.asking.remove(at);
        }
        return waiter;
      }
    }
    for (List<NaiveWaiter> queue : leases.queues.values()) {
      for (int at = 0; at < queue.size(); at++) {
        NaiveWaiter waiter = queue.get(at);
        if (waiter.ticket == ticket) {
          if (reply instanceof Reply.Granted) {
            inTurn(call, queue, at);
          }
          boolean repeats = LeaseJudge.refused(reply, Outcome.REPEATED);
          if (repeats && call.request instanceof Acquire again) {
            successor(call, again, queue, at);
          } else {
            queue.remove(at);
          }
          return waiter;
        }
      }
    }
    throw new Disagreement("an answer to nobody: " + ticket + " " + reply);
  }

  private void inTurn(Call call, List<NaiveWaiter> queue, int at) {
    if (call.request instanceof Request.Transfer transfer && transfer.holder() != null) {
      return;
    }
    for (int ahead = 0; ahead < at; ahead++) {
      unless(!leases.waits(queue.get(ahead)), "overtaken", queue.get(ahead), queue.get(at));
    }
  }

  private void successor(Call call, Acquire again, List<NaiveWaiter> queue, int at) {
    NaiveWaiter before = queue.get(at);
    NaiveWaiter successor = new NaiveWaiter(before.request, call.ticket, before.since);
    unless(Wishes.sameWish(before, again), "another request took its place", before, again);
    successor.deadline = before.deadline;
    successor.unsure = before.unsure;
    queue.set(at, successor);
    call.placed = true;
  }

  private void dismissed(Call call, NaiveWaiter waiter, Refusal.Refused refused) {
    boolean right =
        switch (refused.code()) {
          case WITHDRAWN ->
              call.request instanceof PerShardRequest.Withdraw away
                  && away.waiting() == waiter.ticket;
          case REPEATED ->
              call.request instanceof Acquire again
                  && again.requestId() != null
                  && Wishes.meaning(again).equals(Wishes.meaning(waiter.request));
          case SESSION_OVER -> !leases.sessionTakes(waiter.request);
          case LIMIT -> wishes.full(waiter.request);
          case UNAVAILABLE ->
              leases.numbers.scarce() || leases.clock.perhapsOver(askedUntil(waiter));
          default -> false;
        };
    unless(right, "dismissed without reason", waiter, refused);
  }

  private static long askedUntil(NaiveWaiter waiter) {
    long wait = waiter.request.waitMillis() * NaiveClock.MILLI;
    boolean foreign = waiter.request.session() != null;
    long patience = wait == 0 ? ASK_NANOS : Math.min(ASK_NANOS, wait);
    return foreign ? waiter.since + patience : Long.MAX_VALUE;
  }
}
