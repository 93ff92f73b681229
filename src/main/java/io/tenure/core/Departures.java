package io.tenure.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets go of keys: release, break, transfer, and the passing of time. */
final class Departures {

  /** Only a renewal meets it: all else is refused while there are no numbers. */
  static final int UNDECIDED = -2;

  private static final Requests.Purpose[] BREAKS = {Requests.Purpose.BREAK, Requests.Purpose.DOOM};

  private final Desk desk;
  private final Ledger ledger;
  private final Slots slots;
  private final Judge judge;
  private final Endings endings;
  private final Grants grants;
  private final Acquiring acquiring;

  Departures(Desk desk, Judge judge, Endings endings, Grants grants, Acquiring acquiring) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.slots = desk.slots;
    this.judge = judge;
    this.endings = endings;
    this.grants = grants;
    this.acquiring = acquiring;
  }

  /** A slot whose parked time has come: look at the deadline it has now. */
  void due(int slot) {
    if (!slots.live(slot)) {
      return;
    }
    Judge.Standing standing = judge.of(slot);
    if (standing == Judge.Standing.LIVE) {
      if (slots.deadline(slot) != Judge.NEVER) {
        desk.wheel.park(slot, slots.deadline(slot));
      }
    } else if (slots.isSession(slot)) {
      endings.endSession(slot, Ending.EXPIRED);
    } else if (standing == Judge.Standing.OVER) {
      expire(slot);
    } else {
      Terms terms = slots.terms(slot);
      if (terms != null) {
        desk.wheel.park(slot, judge.keptUntil(slot, terms));
      }
    }
  }

  /** Ends a lease that is over, and serves whoever waits for its key. */
  void expire(int slot) {
    Key key = ledger.key(slot);
    endings.expire(slot);
    acquiring.serve(key);
  }

  /**
   * The slot of a lease that lives or is remembered; one found over is ended now, or is {@link
   * #UNDECIDED} when there is no number left to end it with. {@link Index#NONE} when it never was,
   * or its slot has a new lease: whoever waited for the key may have got the very slot.
   */
  int find(Handle lease) {
    int slot = remembered(lease);
    if (slot == Index.NONE || !slots.live(slot) || judge.stands(slot)) {
      return slot;
    }
    if (!desk.ready()) {
      return UNDECIDED;
    }
    expire(slot);
    return remembered(lease);
  }

  private int remembered(Handle lease) {
    if (lease.shard() != desk.shard) {
      return Index.NONE;
    }
    return slots.find(
        Slots.LEASE, lease.slot(), lease.generation(), lease.secretHigh(), lease.secretLow());
  }

  void release(long ticket, Request.Release request) {
    int slot = find(request.lease());
    if (slot == Index.NONE) {
      refuseUnknown(ticket, request.lease());
    } else if (slots.live(slot)) {
      Key key = ledger.key(slot);
      endings.end(slot, Ending.RELEASED, "", null);
      desk.reply(ticket, desk.behind(slot), new Reply.Released(slots.token(slot), 0));
      acquiring.serve(key);
    } else if (slots.ending(slot) == Ending.RELEASED) {
      desk.reply(ticket, desk.behind(slot), new Reply.Released(slots.token(slot), ago(slot)));
    } else {
      answerOver(ticket, slot);
    }
  }

  void breakOff(long ticket, Request.Break request) {
    if (request.requestId() != null && repeatedBreak(ticket, request)) {
      return;
    }
    List<Integer> holders = standing(request.key());
    if (holders.isEmpty()) {
      desk.reply(
          ticket,
          desk.last(),
          new Reply.Refused(Code.NOT_HELD, "key", "nobody holds it; nothing to break"));
      return;
    }
    if (request.token() != 0) {
      holders.removeIf(slot -> slots.token(slot) != request.token());
    }
    if (holders.isEmpty()) {
      desk.reply(
          ticket,
          desk.last(),
          new Reply.Refused(Code.CHANGED_HANDS, "token", "look again at who holds the key now"));
    } else {
      breakOff(ticket, request, holders);
    }
  }

  void transfer(long ticket, Request.Transfer request) {
    String handOver = idOf(Requests.Purpose.HAND_OVER, request.lease(), request.requestId());
    String pass = idOf(Requests.Purpose.PASS, request.lease(), request.requestId());
    if (handOver != null && pass != null && repeatedTransfer(ticket, handOver, pass)) {
      return;
    }
    int slot = find(request.lease());
    if (slot == Index.NONE) {
      refuseUnknown(ticket, request.lease());
      return;
    }
    if (!slots.live(slot)) {
      answerOver(ticket, slot);
      return;
    }
    if (breaking(slot)) {
      desk.refuse(ticket, Code.BREAKING, "lease", "an operator ends it; it cannot be handed on");
      return;
    }
    Waiter next = nextAfter(slot, request.holder());
    if (next != null) {
      pass(ticket, slot, next, pass);
    } else if (request.holder() == null) {
      desk.refuse(ticket, Code.NOBODY_WAITING, "holder", "nobody waits; name the next holder");
    } else if (bound(slot)) {
      desk.refuse(
          ticket, Code.SESSION_BOUND, "holder", "only who waits can take over from a session");
    } else {
      handOver(ticket, slot, request.holder(), handOver);
    }
  }

  void setValue(long ticket, Request.SetValue request) {
    int slot = find(request.lease());
    if (slot == Index.NONE) {
      refuseUnknown(ticket, request.lease());
      return;
    }
    if (!slots.live(slot)) {
      answerOver(ticket, slot);
      return;
    }
    String id = idOf(Requests.Purpose.VALUE, request.lease(), request.requestId());
    if (id == null || ledger.requests.find(id) == Index.NONE) {
      desk.commit(new Change.Revalue(slot, slots.token(slot), request.value(), id));
      desk.event(desk.about(slot, Event.Kind.VALUED, "", request.value()));
    }
    desk.reply(ticket, desk.last(), new Reply.ValueSet(slots.token(slot)));
  }

  void refuseUnknown(long ticket, Handle lease) {
    desk.reply(
        ticket,
        desk.behind(lease.slot()),
        new Reply.Refused(Code.UNKNOWN, "lease", "no such lease; acquire the key"));
  }

  void answerOver(long ticket, int slot) {
    desk.reply(
        ticket,
        desk.behind(slot),
        new Reply.Over(slots.ending(slot), ago(slot), slots.token(slot)));
  }

  long ago(int slot) {
    return Math.max(0, (desk.clock.judged() - slots.deadline(slot)) / 1_000_000);
  }

  /** Who holds the key; those found over are ended now. */
  List<Integer> standing(Key key) {
    List<Integer> over = new ArrayList<>();
    List<Integer> standing = holders(key);
    for (int slot : standing) {
      if (!judge.stands(slot)) {
        over.add(slot);
      }
    }
    if (over.isEmpty()) {
      return standing;
    }
    for (int slot : over) {
      endings.expire(slot);
    }
    acquiring.serve(key);
    return holders(key);
  }

  private List<Integer> holders(Key key) {
    List<Integer> holders = new ArrayList<>();
    int exclusive = ledger.findExclusive(key);
    if (exclusive != Index.NONE) {
      holders.add(exclusive);
    }
    Place place = ledger.placeOf(key);
    for (int at = 0; place != null && at < place.holderCount(); at++) {
      holders.add(place.holder(at));
    }
    return holders;
  }

  private boolean repeatedBreak(long ticket, Request.Break request) {
    for (Requests.Purpose purpose : BREAKS) {
      List<Long> tokens = new ArrayList<>();
      int slot = ledger.requests.find(idOf(purpose, request, 0));
      while (slot != Index.NONE) {
        tokens.add(slots.token(slot));
        slot = ledger.requests.find(idOf(purpose, request, tokens.size()));
      }
      if (!tokens.isEmpty()) {
        boolean atOnce = purpose == Requests.Purpose.BREAK;
        desk.reply(ticket, desk.last(), new Reply.Broken(tokens, atOnce));
        return true;
      }
    }
    return false;
  }

  private void breakOff(long ticket, Request.Break request, List<Integer> holders) {
    boolean atOnce = request.graceMillis() == 0;
    if (request.graceMillis() == Request.GRACE_TTL && holders.stream().anyMatch(this::bound)) {
      desk.refuse(
          ticket, Code.INVALID, "grace", "a lease under a session has no ttl; name a duration");
      return;
    }
    List<Long> tokens = new ArrayList<>();
    for (int slot : holders) {
      if (atOnce) {
        String id = idOf(Requests.Purpose.BREAK, request, tokens.size());
        tokens.add(slots.token(slot));
        endings.end(slot, Ending.BROKEN, request.reason(), id);
      } else {
        String id = idOf(Requests.Purpose.DOOM, request, tokens.size());
        tokens.add(slots.token(slot));
        doom(slot, request, id);
      }
    }
    desk.reply(ticket, desk.last(), new Reply.Broken(tokens, atOnce));
    acquiring.serve(request.key());
  }

  private void doom(int slot, Request.Break request, @Nullable String id) {
    long now = desk.clock.now();
    long left = Math.max(0, slots.deadline(slot) - now);
    long grace = request.graceMillis();
    long graceNanos = grace == Request.GRACE_TTL ? left : Math.min(left, grace * 1_000_000);
    long graceMillis = (graceNanos + 999_999) / 1_000_000;
    desk.commit(slot, new Change.Doom(slot, slots.token(slot), graceMillis, request.reason(), id));
    slots.deadline(slot, now + graceNanos);
    desk.wheel.park(slot, now + graceNanos);
    desk.event(desk.about(slot, Event.Kind.BREAKING, request.reason(), null));
  }

  private boolean repeatedTransfer(long ticket, String handOver, String pass) {
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

  /** The head of the queue, or the first who waits as {@code holder}, if the key would admit it. */
  private @Nullable Waiter nextAfter(int slot, @Nullable String holder) {
    Place place = ledger.placeOf(ledger.key(slot));
    if (place == null) {
      return null;
    }
    Waiter next = holder == null ? acquiring.head(place) : place.firstOf(holder, acquiring::lives);
    if (next == null || acquiring.sessionIsFull(next.bond)) {
      return null;
    }
    boolean alone = place.holderCount() <= 1;
    return alone || next.request.mode().equals(ledger.mode(slot)) ? next : null;
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

  private boolean bound(int slot) {
    Terms terms = slots.terms(slot);
    return terms != null && terms.bond != null;
  }

  private boolean breaking(int slot) {
    Terms terms = slots.terms(slot);
    return terms != null && terms.breaking();
  }

  /** Each of several holders broken by one request is remembered by its place among them. */
  private static @Nullable String idOf(Requests.Purpose purpose, Request.Break request, int place) {
    String id = request.requestId();
    return id == null ? null : purpose.spell(request.key() + "\n" + place, id);
  }

  private static @Nullable String idOf(
      Requests.Purpose purpose, Handle lease, @Nullable String requestId) {
    return requestId == null ? null : purpose.spell(lease.text(), requestId);
  }
}
