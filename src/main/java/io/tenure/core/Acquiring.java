package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Grants keys: a free key at once, and a held key to the waiters in the order of its queue. */
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
  private final KeyAdmission admission;
  private final Grants grants;
  private final WaitingAcquires waitingAcquires;

  /**
   * Keys with queues that are not served now, in the order in which the keys were added. The shard
   * is in quarantine, or it has no numbers left for grants.
   */
  private final Set<Key> unserved = new LinkedHashSet<>();

  Acquiring(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      SessionLookup sessionLookup,
      Grants grants) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.sessionLookup = sessionLookup;
    this.grants = grants;
    admission = new KeyAdmission(context, liveness, ender);
    waitingAcquires = new WaitingAcquires(context);
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
        refuseWaiters(ticket);
        return;
      }
      link = sessionLookup.find(request.session());
      if (link == null) {
        refuseSessionOver(ticket);
        return;
      }
      if (!link.confirmed) {
        awaitHome(ticket, request, id, link);
        return;
      }
    }
    grantOrQueue(ticket, request, id, link, until(request));
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
        if (lives(waiter)) {
          grantOrQueue(waiter.ticket, waiter.request, waiter.requestId, link, waiter.until);
        } else {
          refuseSessionOver(waiter.ticket);
        }
      }
    }
  }

  void withdraw(long ticket, PerShardRequest.Withdraw request) {
    Waiter waiter = waitingAcquires.of(request.waiting());
    if (waiter != null) {
      waitingAcquires.leave(waiter);
      context.refuse(waiter.ticket, Outcome.WITHDRAWN, "", "the wait was withdrawn");
      serve(waiter.request.key());
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
    serve(key);
    if (!waiter.gone) {
      waitingAcquires.leave(waiter);
      grants.answerHeld(waiter.ticket, key);
      serve(key);
    }
  }

  /**
   * Refuses the first waiter under the session, which is over. Returns false when there is no such
   * waiter.
   */
  boolean dismissOne(SessionLink link) {
    Waiter waiter = waitingAcquires.firstUnder(link);
    if (waiter == null) {
      return false;
    }
    waitingAcquires.leave(waiter);
    refuseSessionOver(waiter.ticket);
    serve(waiter.request.key());
    return true;
  }

  /**
   * Grants the key to the head of its queue, again and again, for as long as the key admits the
   * head. A wait with a time that has passed ends here only when the key does not admit it: the key
   * may have become free before that time.
   */
  void serve(Key key) {
    KeyEntry entry = ledger.findEntry(key);
    if (entry == null) {
      return;
    }
    for (Waiter head = head(entry); head != null; head = head(entry)) {
      if (!context.ready()) {
        unserved.add(key);
        return;
      }
      if (admission.admits(key, head.request.mode())) {
        waitingAcquires.leave(head);
        grant(head.ticket, head.request, head.requestId, head.link);
      } else if (context.clock.judged() >= head.until) {
        waitingAcquires.leave(head);
        grants.answerHeld(head.ticket, key);
      } else {
        break;
      }
    }
    if (entry.waiting() == 0) {
      unserved.remove(key);
    }
    ledger.tidy(key);
  }

  /** Serves a slice of the queues that were not served before. Returns true when there are more. */
  boolean serveLeftAlone(int budget) {
    for (int i = 0; i < budget && !unserved.isEmpty() && mayGrant(); i++) {
      Key key = unserved.iterator().next();
      serve(key);
      if (context.ready()) {
        unserved.remove(key);
      }
    }
    return !unserved.isEmpty() && mayGrant();
  }

  private boolean mayGrant() {
    return context.ready() && !context.quarantine.on();
  }

  /**
   * Returns the head of the queue. Waiters before it with a session that takes no more leases leave
   * the queue.
   */
  @Nullable Waiter head(KeyEntry entry) {
    Waiter head = entry.head();
    while (head != null && !lives(head)) {
      waitingAcquires.leave(head);
      refuseSessionOver(head.ticket);
      head = entry.head();
    }
    return head;
  }

  boolean lives(Waiter waiter) {
    // mistake: dead-head
    return waiter.link == null || liveness.takesLeases(waiter.link);
  }

  boolean sessionIsFull(@Nullable SessionLink link) {
    return link != null && link.leaseCount() >= context.limits.leasesPerSessionMax();
  }

  /**
   * Grants {@code request} to the waiter {@code next}, to which the holder transfers the key. That
   * waiter need not be the head of the queue.
   */
  int handOver(Waiter next, Request.Acquire request, int slotNumber, @Nullable String transferId) {
    waitingAcquires.leave(next);
    int row = grants.grant(request, slotNumber, RequestIds.listOf(transferId, next.requestId));
    grants.answerGranted(next.ticket, row, false);
    return row;
  }

  /** Lifts the lock-delay, which is over, and serves the queue of the key. */
  void lockDelayOver(KeyEntry entry) {
    locked(entry);
    serve(entry.key);
  }

  boolean locked(KeyEntry entry) {
    return admission.locked(entry);
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
    serve(key);
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
      refuseWaiters(ticket);
    }
  }

  private void grantOrQueue(
      long ticket,
      Request.Acquire request,
      @Nullable String id,
      @Nullable SessionLink link,
      long until) {
    Key key = request.key();
    if (!context.ready()) {
      context.refuseUnready(ticket);
      return;
    }
    if (request.lockDelayMillis() > 0 && ledger.locksFull(context.limits.leasesMax())) {
      context.refuse(
          ticket,
          Outcome.LIMIT,
          "lockDelay",
          "the shard has no space for another lock-delay (limits.leases-per-shard)");
      return;
    }
    serve(key);
    KeyEntry entry = ledger.findEntry(key);
    // mistake: overtaking
    boolean overtakes = entry != null && entry.waiting() > 0;
    if (!overtakes && admission.admits(key, request.mode())) {
      grant(ticket, request, id, link);
      ledger.tidy(key);
    } else if (request.waitMillis() == 0) {
      grants.answerHeld(ticket, key);
      ledger.tidy(key);
    } else if (!waitingAcquires.enqueue(new Waiter(ticket, request, id, link, until))) {
      refuseWaiters(ticket);
      ledger.tidy(key);
    } else if (context.quarantine.on()) {
      unserved.add(key);
    }
  }

  private void grant(
      long ticket, Request.Acquire request, @Nullable String id, @Nullable SessionLink link) {
    if (sessionIsFull(link)) {
      context.refuse(
          ticket,
          Outcome.LIMIT,
          "session",
          "it has as many leases as limits.leases-per-session permits");
      return;
    }
    int row = grants.grant(request, grants.number(request), RequestIds.listOf(null, id));
    if (row == TextIndex.NONE) {
      context.refuse(
          ticket,
          Outcome.LIMIT,
          "key",
          "the shard has no space for another lease (limits.leases-per-shard)");
      return;
    }
    grants.answerGranted(ticket, row, false);
  }

  private long until(Request.Acquire request) {
    return context.clock.now() + request.waitMillis() * 1_000_000;
  }

  private void refuseSessionOver(long ticket) {
    context.reply(
        ticket,
        context.last(),
        new Refusal.Refused(Outcome.SESSION_OVER, "session", "it has ended; open a new one"));
  }

  private void refuseWaiters(long ticket) {
    context.refuse(
        ticket,
        Outcome.LIMIT,
        "wait",
        "as many callers wait as the limits permit; try again later");
  }
}
