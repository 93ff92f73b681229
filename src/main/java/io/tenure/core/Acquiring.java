package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import org.jspecify.annotations.Nullable;

/**
 * Takes acquires: it answers repetitions, and has each session confirmed before its key is granted.
 */
final class Acquiring {

  /**
   * The longest time that an acquire waits for the home of its session, when that is another shard.
   */
  static final long PATIENCE_NANOS = 2_000_000_000L;

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final SessionLookup sessionLookup;
  private final Grants grants;
  private final WaitingAcquires waitingAcquires;
  private final KeyQueues queues;

  Acquiring(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      SessionLookup sessionLookup,
      Grants grants,
      WaitingAcquires waitingAcquires,
      KeyQueues queues) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.sessionLookup = sessionLookup;
    this.grants = grants;
    this.waitingAcquires = waitingAcquires;
    this.queues = queues;
  }

  int waiters() {
    return waitingAcquires.count();
  }

  void acquire(long ticket, Request.Acquire request) {
    String id = RequestIds.idOf(request);
    // mistake: repeated-acquire
    boolean again = id != null && repeated(ticket, id);
    if (again || context.refusesNew(ticket, id)) {
      return;
    }
    SessionLink link = null;
    if (request.session() != null) {
      if (waitingAcquires.awaitingHomeFull() && sessionLookup.unknown(request.session())) {
        queues.refuseWaiters(ticket);
        return;
      }
      link = sessionLookup.find(request.session());
      if (link == null) {
        queues.refuseSessionOver(ticket);
        return;
      }
      if (!link.confirmed) {
        awaitHome(ticket, request, id, link);
        return;
      }
    }
    queues.grantOrQueue(ticket, request, id, link, until(request));
  }

  /**
   * Continues the acquires that waited for the home of the session: the home has confirmed that the
   * session is alive. A session that runs out takes no more leases.
   */
  void admit(SessionLink link) {
    boolean awaited = !link.confirmed;
    link.confirmed = true;
    if (awaited) {
      for (Waiter waiter : waitingAcquires.under(link)) {
        waitingAcquires.leave(waiter);
        if (queues.lives(waiter)) {
          queues.grantOrQueue(waiter.ticket, waiter.request, waiter.requestId, link, waiter.until);
        } else {
          queues.refuseSessionOver(waiter.ticket);
        }
      }
    }
  }

  void withdraw(long ticket, PerShardRequest.Withdraw request) {
    Waiter waiter = waitingAcquires.of(request.waiting());
    if (waiter != null) {
      waitingAcquires.leave(waiter);
      context.refuse(waiter.ticket, Outcome.WITHDRAWN, "", "the wait was withdrawn");
      queues.serve(waiter.request.key());
    }
    context.reply(ticket, 0, new PerShardReply.Withdrawn());
  }

  /** Ends all waits without an answer, and grants nothing to the next in a queue. */
  void dismissWaiters() {
    waitingAcquires.leaveAll();
  }

  /**
   * Ends a wait that is over, because its time has passed or because the home of its session did
   * not answer.
   */
  void giveUp(Waiter waiter) {
    if (!waiter.queued) {
      waitingAcquires.leave(waiter);
      context.refuse(
          waiter.ticket,
          Outcome.UNAVAILABLE,
          "session",
          "the shard of the session does not answer; try again");
      return;
    }
    Key key = waiter.request.key();
    queues.serve(key);
    if (!waiter.gone) {
      waitingAcquires.leave(waiter);
      grants.answerHeld(waiter.ticket, key);
      queues.serve(key);
    }
  }

  private boolean repeated(long ticket, String requestId) {
    Waiter waiting = waitingAcquires.of(requestId);
    if (waiting != null) {
      context.refuse(waiting.ticket, Outcome.REPEATED, "requestId", "the same request came again");
      waitingAcquires.retell(waiting, ticket);
      return true;
    }
    int row = ledger.requestIds.find(requestId);
    if (row == TextIndex.NONE) {
      return false;
    }
    if (!consumed(ticket, row)) {
      grants.answerGranted(ticket, row, true);
    }
    return true;
  }

  /**
   * Answers a repeated request when its tenure is over and can be ended. In quarantine it answers
   * for a living tenure that its end may be lost. Returns whether it has answered.
   */
  boolean consumed(long ticket, int row) {
    if (!rows.live(row) || liveness.runsOut(row)) {
      grants.answerConsumed(ticket, row);
      return true;
    }
    if (liveness.isAlive(row)) {
      return refusesInDoubt(ticket);
    }
    if (!context.ready()) {
      context.refuseUnready(ticket);
      return true;
    }
    Key key = ledger.texts.key(row);
    ender.expire(row);
    grants.answerConsumed(ticket, row);
    queues.serve(key);
    return true;
  }

  private boolean refusesInDoubt(long ticket) {
    boolean inDoubt = context.quarantine.on();
    if (inDoubt) {
      context.refuse(
          ticket,
          Outcome.UNKNOWN,
          "",
          "the end of its lease may be lost: shard "
              + context.shard
              + " is in quarantine for another "
              + context.quarantine.remainingMillis()
              + " ms; ask again then, with the same requestId");
    }
    return inDoubt;
  }

  private void awaitHome(
      long ticket, Request.Acquire request, @Nullable String id, SessionLink link) {
    long until = until(request);
    long patience = context.clock.now() + PATIENCE_NANOS;
    long ends = request.waitMillis() == 0 ? patience : Math.min(patience, until);
    if (!waitingAcquires.awaitHome(new Waiter(ticket, request, id, link, until), ends)) {
      queues.refuseWaiters(ticket);
    }
  }

  private long until(Request.Acquire request) {
    return context.clock.now() + request.waitMillis() * 1_000_000;
  }
}
