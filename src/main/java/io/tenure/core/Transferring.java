package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** Hands a key on in one step: to who waits for it, or to a holder its holder names. */
final class Transferring {

  private final Desk desk;
  private final Ledger ledger;
  private final Slots slots;
  private final Endings endings;
  private final Grants grants;
  private final Acquiring acquiring;
  private final Departures departures;

  Transferring(
      Desk desk, Endings endings, Grants grants, Acquiring acquiring, Departures departures) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.slots = desk.slots;
    this.endings = endings;
    this.grants = grants;
    this.acquiring = acquiring;
    this.departures = departures;
  }

  void transfer(long ticket, Request.Transfer request) {
    String subject = request.lease().text();
    String handOver = Requests.Purpose.HAND_OVER.spell(subject, request.requestId());
    String pass = Requests.Purpose.PASS.spell(subject, request.requestId());
    if (repeated(ticket, handOver, pass) || desk.refusesNew(ticket, request.requestId())) {
      return;
    }
    int slot = departures.living(ticket, request.lease());
    if (slot == Index.NONE) {
      return;
    }
    Terms terms = slots.terms(slot);
    if (terms != null && terms.breaking()) {
      desk.refuse(ticket, Code.BREAKING, "lease", "an operator ends it; it cannot be handed on");
      return;
    }
    if (desk.quarantine.on()) {
      desk.refuse(ticket, Code.UNAVAILABLE, "lease", desk.quarantine.remedy());
      return;
    }
    Waiter next = nextAfter(slot, request.holder());
    if (next != null) {
      pass(ticket, slot, next, pass);
    } else if (request.holder() == null) {
      desk.refuse(
          ticket,
          Code.NOBODY_WAITING,
          "holder",
          "nobody who could take over waits; name the next holder");
    } else if (ledger.bound(slot)) {
      desk.refuse(
          ticket, Code.SESSION_BOUND, "holder", "only who waits can take over from a session");
    } else {
      handOver(ticket, slot, request.holder(), handOver);
    }
  }

  private boolean repeated(long ticket, @Nullable String handOver, @Nullable String pass) {
    int slot = ledger.requests.find(handOver);
    boolean passed = slot == Index.NONE;
    if (passed) {
      slot = ledger.requests.find(pass);
    }
    if (slot == Index.NONE) {
      return false;
    }
    if (!acquiring.consumed(ticket, slot)) {
      answerTransferred(ticket, slot, passed);
    }
    return true;
  }

  /**
   * The head of the queue, or the first who waits as {@code holder}, if it can take over: in the
   * same mode the very place of who leaves, which not even a lock-delay minds; in another one the
   * key, if that is free but for who leaves.
   */
  private @Nullable Waiter nextAfter(int slot, @Nullable String holder) {
    Place place = ledger.placeOf(ledger.key(slot));
    if (place == null) {
      return null;
    }
    Waiter next = holder == null ? acquiring.head(place) : place.firstOf(holder, acquiring::lives);
    if (next == null || acquiring.sessionIsFull(next.bond)) {
      return null;
    }
    boolean freed = place.holderCount() <= 1 && !acquiring.barred(place);
    return freed || next.request.mode().equals(ledger.mode(slot)) ? next : null;
  }

  private void pass(long ticket, int slot, Waiter next, @Nullable String id) {
    Key key = ledger.key(slot);
    boolean sameMode = next.request.mode().equals(ledger.mode(slot));
    int number = ledger.slotNumber(slot);
    endings.end(slot, Ending.TRANSFERRED, "", null);
    int taken = acquiring.handOver(next, sameMode ? number : grants.number(next.request), id);
    answerTransferred(ticket, taken, true);
    acquiring.serve(key);
  }

  private void handOver(long ticket, int slot, String holder, @Nullable String id) {
    Request.Acquire likeTheOld = grants.again(slot, holder);
    int number = ledger.slotNumber(slot);
    endings.end(slot, Ending.TRANSFERRED, "", null);
    answerTransferred(ticket, grants.grant(likeTheOld, number, id), false);
  }

  private void answerTransferred(long ticket, int slot, boolean passed) {
    desk.reply(
        ticket,
        desk.behind(slot),
        new Reply.Transferred(
            ledger.holder(slot),
            slots.token(slot),
            passed ? null : slots.handle(desk.shard, slot),
            grants.term(slot)));
  }
}
