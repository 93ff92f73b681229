package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Grants keys: a free key at once, and a held key to the waiters in the order of its queue. */
final class KeyQueues {

  private final ShardContext context;
  private final Ledger ledger;
  private final Liveness liveness;
  private final KeyAdmission admission;
  private final Grants grants;
  private final WaitingAcquires waitingAcquires;

  /**
   * Keys with queues that are not served now, in the order in which the keys were added. The shard
   * is in quarantine, or it has no numbers left for grants.
   */
  private final Set<Key> unserved = new LinkedHashSet<>();

  KeyQueues(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      Grants grants,
      WaitingAcquires waitingAcquires) {
    this.context = context;
    this.ledger = context.ledger;
    this.liveness = liveness;
    this.grants = grants;
    this.waitingAcquires = waitingAcquires;
    admission = new KeyAdmission(context, liveness, ender);
  }

  /** Grants the key, or adds the acquire to its queue, or refuses it. */
  void grantOrQueue(
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

  void refuseSessionOver(long ticket) {
    context.reply(
        ticket,
        context.last(),
        new Refusal.Refused(Outcome.SESSION_OVER, "session", "it has ended; open a new one"));
  }

  void refuseWaiters(long ticket) {
    context.refuse(
        ticket,
        Outcome.LIMIT,
        "wait",
        "as many callers wait as the limits permit; try again later");
  }
}
