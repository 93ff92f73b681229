package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** Hands a key on in one step: to who waits for it, or to a holder its holder names. */
final class Transferring {

  private final Desk desk;
  private final Ledger ledger;
  private final Slots slots;
  private final Judge judge;
  private final Endings endings;
  private final Grants grants;
  private final Acquiring acquiring;
  private final Departures departures;

  Transferring(
      Desk desk,
      Judge judge,
      Endings endings,
      Grants grants,
      Acquiring acquiring,
      Departures departures) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.slots = desk.slots;
    this.judge = judge;
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
      pass(ticket, slot, next, goesOn(slot, next, request.holder()), pass);
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
      boolean goesOn = request.holder().equals(ledger.holder(slot));
      handOver(ticket, slot, request.holder(), goesOn, handOver);
    }
  }

  /**
   * Whether a holder that names itself, and so overtakes the queue, takes over: then the time of
   * its maxLifetime goes on, or it could keep the key from all others for ever.
   */
  private boolean goesOn(int slot, Waiter next, @Nullable String named) {
    return named != null
        && named.equals(ledger.holder(slot))
        && next.place != null
        && acquiring.head(next.place) != next;
  }

  /**
   * What is granted when {@code request} goes on with the lifetime of the tenure at {@code slot}.
   */
  private Request.Acquire within(int slot, Request.Acquire request) {
    Terms terms = slots.terms(slot);
    if (terms == null || terms.maxLifetimeMillis == 0) {
      return request;
    }
    long left = judge.lifetimeLeftMillis(slot);
    long own = request.maxLifetimeMillis();
    return request.lastingAtMost(own == 0 ? left : Math.min(own, left));
  }

  /** Whether {@code request} cannot be granted in place of the tenure at {@code slot}. */
  private boolean refuses(
      long ticket, int slot, Request.Acquire request, boolean goesOn, @Nullable String id) {
    Terms terms = slots.terms(slot);
    if (goesOn
        && terms != null
        && terms.maxLifetimeMillis != 0
        && request.maxLifetimeMillis() == 0) {
      desk.refuse(ticket, Code.LIMIT, "lease", "its maxLifetime is over; acquire the key again");
      return true;
    }
    if (!grants.hasRoomAfter(request, id)) {
      desk.refuse(ticket, Code.LIMIT, "holder", "this shard keeps as many leases as it may");
      return true;
    }
    return false;
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

  private void pass(long ticket, int slot, Waiter next, boolean goesOn, @Nullable String id) {
    Request.Acquire wish = goesOn ? within(slot, next.request) : next.request;
    if (refuses(ticket, slot, wish, goesOn, id)) {
      return;
    }
    Key key = ledger.key(slot);
    boolean sameMode = next.request.mode().equals(ledger.mode(slot));
    int number = ledger.slotNumber(slot);
    endings.end(slot, Ending.TRANSFERRED, "", null);
    int taken = acquiring.handOver(next, wish, sameMode ? number : grants.number(wish), id);
    answerTransferred(ticket, taken, true);
    acquiring.serve(key);
  }

  private void handOver(long ticket, int slot, String holder, boolean goesOn, @Nullable String id) {
    Request.Acquire again = grants.again(slot, holder);
    Request.Acquire likeTheOld = goesOn ? within(slot, again) : again;
    if (refuses(ticket, slot, likeTheOld, goesOn, id)) {
      return;
    }
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
