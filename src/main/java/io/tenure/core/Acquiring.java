package io.tenure.core;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Grants keys: at once when free, else in the order of the queue, by direct hand-off. */
final class Acquiring {

  /** How long an acquire waits to hear of a session whose home is another shard. */
  static final long PATIENCE_NANOS = 2_000_000_000L;

  private final Desk desk;
  private final Ledger ledger;
  private final Slots slots;
  private final Judge judge;
  private final Endings endings;
  private final Bonds bonds;
  private final Admission admission;
  private final Grants grants;
  private final WaitList waitList;

  /**
   * Keys whose queue is left alone because there are no numbers for grants or in quarantine, in the
   * order in which they came.
   */
  private final Set<Key> unserved = new LinkedHashSet<>();

  Acquiring(Desk desk, Judge judge, Endings endings, Bonds bonds, Grants grants) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.slots = desk.slots;
    this.judge = judge;
    this.endings = endings;
    this.bonds = bonds;
    this.grants = grants;
    admission = new Admission(desk, judge, endings);
    waitList = new WaitList(desk);
  }

  int waiters() {
    return waitList.count();
  }

  void acquire(long ticket, Request.Acquire request) {
    String id = Requests.idOf(request);
    // mistake: repeated-acquire
    boolean again = id != null && repeated(ticket, id);
    if (again || desk.refusesNew(ticket, id)) {
      return;
    }
    Bond bond = null;
    if (request.session() != null) {
      if (waitList.strangersFull() && bonds.unknown(request.session())) {
        refuseWaiters(ticket);
        return;
      }
      bond = bonds.find(request.session());
      if (bond == null) {
        refuseSessionOver(ticket);
        return;
      }
      if (!bond.confirmed) {
        awaitHome(ticket, request, bond);
        return;
      }
    }
    grantOrQueue(ticket, request, bond, until(request));
  }

  /** Home said that the session lives: those who waited for that go on. */
  void admit(Bond bond) {
    bond.confirmed = true;
    for (Waiter waiter : List.copyOf(bond.unadmitted)) {
      waitList.leave(waiter);
      grantOrQueue(waiter.ticket, waiter.request, bond, waiter.until);
    }
  }

  void withdraw(long ticket, Request.Withdraw request) {
    Waiter waiter = waitList.of(request.waiting());
    if (waiter != null) {
      waitList.leave(waiter);
      desk.refuse(waiter.ticket, Code.WITHDRAWN, "", "the wait was withdrawn");
      serve(waiter.request.key());
    }
    desk.reply(ticket, 0, new Reply.Withdrawn());
  }

  /** The wait is over: by its time, or because home did not answer. */
  void giveUp(Waiter waiter) {
    if (waiter.place == null) {
      waitList.leave(waiter);
      desk.refuse(
          waiter.ticket, Code.UNAVAILABLE, "session", "its shard does not answer; try again");
      return;
    }
    Key key = waiter.request.key();
    serve(key);
    if (!waiter.gone) {
      waitList.leave(waiter);
      grants.answerHeld(waiter.ticket, key);
      serve(key);
    }
  }

  /** The session is over, and with it the wait. */
  void dismiss(Waiter waiter) {
    waitList.leave(waiter);
    refuseSessionOver(waiter.ticket);
    serve(waiter.request.key());
  }

  /**
   * Grants to those at the head of the queue for as long as the key admits them. A wait that is
   * over ends here only when the key does not admit it: it may have freed before.
   */
  void serve(Key key) {
    Place place = ledger.placeOf(key);
    if (place == null) {
      return;
    }
    for (Waiter head = head(place); head != null; head = head(place)) {
      if (!desk.ready()) {
        unserved.add(key);
        return;
      }
      if (admission.admits(key, head.request.mode())) {
        waitList.leave(head);
        grant(head.ticket, head.request, head.bond);
      } else if (desk.clock.judged() >= head.until) {
        waitList.leave(head);
        grants.answerHeld(head.ticket, key);
      } else {
        break;
      }
    }
    if (place.waiting() == 0) {
      unserved.remove(key);
    }
    ledger.tidy(key);
  }

  /** Serves a slice of the queues that were left alone. True: there are more. */
  boolean serveLeftAlone(int budget) {
    for (int i = 0; i < budget && !unserved.isEmpty() && mayGrant(); i++) {
      Key key = unserved.iterator().next();
      serve(key);
      if (desk.ready()) {
        unserved.remove(key);
      }
    }
    return !unserved.isEmpty() && mayGrant();
  }

  private boolean mayGrant() {
    return desk.ready() && !desk.quarantine.on();
  }

  /** The head of the queue; those before it whose session is over leave. */
  @Nullable Waiter head(Place place) {
    Waiter head = place.head();
    while (head != null && !lives(head)) {
      waitList.leave(head);
      refuseSessionOver(head.ticket);
      head = place.head();
    }
    return head;
  }

  boolean lives(Waiter waiter) {
    // mistake: dead-head
    return waiter.bond == null || !judge.over(waiter.bond);
  }

  boolean sessionIsFull(@Nullable Bond bond) {
    return bond != null && bond.leaseCount() >= desk.limits.leasesPerSessionMax();
  }

  /**
   * Grants {@code request} out of turn to {@code next}, who is in the queue with it and to whom the
   * key is handed.
   */
  int handOver(Waiter next, Request.Acquire request, int slotNumber, @Nullable String transferId) {
    waitList.leave(next);
    int slot = grants.grant(request, slotNumber, transferId);
    grants.answerGranted(next.ticket, slot, false);
    return slot;
  }

  /** The lock-delay is over. */
  void unbar(Place place) {
    barred(place);
    serve(place.key);
  }

  boolean barred(Place place) {
    return admission.barred(place);
  }

  private boolean repeated(long ticket, String requestId) {
    Waiter waiting = waitList.of(requestId);
    if (waiting != null) {
      desk.refuse(waiting.ticket, Code.REPEATED, "requestId", "the same request came again");
      waitList.retell(waiting, ticket);
      return true;
    }
    int slot = ledger.requests.find(requestId);
    if (slot == Index.NONE) {
      return false;
    }
    if (!consumed(ticket, slot)) {
      grants.answerGranted(ticket, slot, true);
    }
    return true;
  }

  /**
   * Answers that the tenure which the request began is over, if it is and can be ended; in
   * quarantine, that its end may be lost.
   */
  boolean consumed(long ticket, int slot) {
    if (!slots.live(slot) || judge.runsOut(slot)) {
      grants.answerConsumed(ticket, slot);
      return true;
    }
    if (judge.stands(slot)) {
      return refusesInDoubt(ticket);
    }
    if (!desk.ready()) {
      desk.refuseUnready(ticket);
      return true;
    }
    Key key = ledger.key(slot);
    endings.expire(slot);
    grants.answerConsumed(ticket, slot);
    serve(key);
    return true;
  }

  private boolean refusesInDoubt(long ticket) {
    boolean inDoubt = desk.quarantine.on();
    if (inDoubt) {
      desk.refuse(
          ticket,
          Code.IN_DOUBT,
          "",
          "it has begun a lease whose end may be lost: shard "
              + desk.shard
              + " is in quarantine for another "
              + desk.quarantine.remainingMillis()
              + " ms; ask again then, with the same requestId");
    }
    return inDoubt;
  }

  private void awaitHome(long ticket, Request.Acquire request, Bond bond) {
    long until = until(request);
    long patience = desk.clock.now() + PATIENCE_NANOS;
    long alarm = request.waitMillis() == 0 ? patience : Math.min(patience, until);
    if (!waitList.awaitHome(new Waiter(ticket, request, bond, until), bond, alarm)) {
      refuseWaiters(ticket);
    }
  }

  private void grantOrQueue(long ticket, Request.Acquire request, @Nullable Bond bond, long until) {
    Key key = request.key();
    if (!desk.ready()) {
      desk.refuseUnready(ticket);
      return;
    }
    if (request.lockDelayMillis() > 0 && ledger.locksFull(desk.limits.leasesMax())) {
      desk.refuse(ticket, Code.LIMIT, "lockDelay", "this shard keeps as many as it may");
      return;
    }
    serve(key);
    Place place = ledger.placeOf(key);
    // mistake: overtaking
    boolean overtakes = place != null && place.waiting() > 0;
    if (!overtakes && admission.admits(key, request.mode())) {
      grant(ticket, request, bond);
      ledger.tidy(key);
    } else if (request.waitMillis() == 0) {
      grants.answerHeld(ticket, key);
      ledger.tidy(key);
    } else if (!waitList.enqueue(new Waiter(ticket, request, bond, until))) {
      refuseWaiters(ticket);
      ledger.tidy(key);
    } else if (desk.quarantine.on()) {
      unserved.add(key);
    }
  }

  private void grant(long ticket, Request.Acquire request, @Nullable Bond bond) {
    if (sessionIsFull(bond)) {
      desk.refuse(ticket, Code.LIMIT, "session", "it keeps as many leases as one may");
      return;
    }
    int slot = grants.grant(request, grants.number(request), null);
    if (slot == Index.NONE) {
      desk.refuse(ticket, Code.LIMIT, "key", "this shard keeps as many leases as it may");
      return;
    }
    grants.answerGranted(ticket, slot, false);
  }

  private long until(Request.Acquire request) {
    return desk.clock.now() + request.waitMillis() * 1_000_000;
  }

  private void refuseSessionOver(long ticket) {
    desk.reply(
        ticket,
        desk.last(),
        new Reply.Refused(Code.SESSION_OVER, "session", "it has ended; open a new one"));
  }

  private void refuseWaiters(long ticket) {
    desk.refuse(ticket, Code.LIMIT, "wait", "as many wait as may; try again later");
  }
}
