package io.tenure.core;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends tenures: the one place where a lease or a session stops living. */
final class Endings {

  private final Desk desk;
  private final Ledger ledger;
  private final Slots slots;
  private final Judge judge;
  private final SlotNumbers slotNumbers;
  private final Doubt doubt;

  /** Bonds that are over and still have leases or waiters to end, in slices. */
  private final Deque<Bond> closing = new ArrayDeque<>();

  Endings(Desk desk, Judge judge, SlotNumbers slotNumbers, Doubt doubt) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.slots = desk.slots;
    this.judge = judge;
    this.slotNumbers = slotNumbers;
    this.doubt = doubt;
  }

  Deque<Bond> closing() {
    return closing;
  }

  /** Ends the lease at {@code slot}, which is over by now. The caller serves those who wait. */
  long expire(int slot) {
    Terms terms = slots.terms(slot);
    if (terms != null && terms.bond != null) {
      endLapsed(terms.bond);
    }
    Ending how = judge.endingOf(slot);
    String reason = "";
    if (terms != null && how == Ending.BROKEN) {
      reason = terms.breakReason;
    } else if (terms != null && terms.bond != null && judge.over(terms.bond)) {
      reason = "session";
    }
    return end(slot, how, reason, null);
  }

  /** Ends a lease that still stands or is over. The caller serves those who wait. */
  long end(int slot, Ending how, String reason, @Nullable String requestId) {
    Event event = desk.about(slot, Event.Kind.of(how), reason, null);
    Key key = event.key();
    Terms terms = slots.terms(slot);
    long lockDelayMillis = terms == null ? 0 : terms.lockDelayMillis;
    if (terms != null && terms.mode.kind() == Mode.Kind.SLOTS) {
      slotNumbers.remember(key, terms.slotNumber, ledger.holder(slot));
    }
    boolean remembered = requestId != null || ledger.requests.any(slot);
    boolean ranOut = judge.runsOut(slot);
    long change = commitEnd(slot, how, requestId, remembered);
    desk.measures.leaseEnded(how);
    if (ranOut) {
      doubt.ended(slot);
    }
    // mistake: no-lock-delay
    if (how.unclean() && lockDelayMillis > 0) {
      bar(key, lockDelayMillis);
    }
    desk.event(event);
    return change;
  }

  /** Ends a session and tells every shard that keeps leases of it; its leases are over at once. */
  long endSession(int slot, Ending how) {
    Handle session = slots.handle(desk.shard, slot);
    Bond bond = ledger.bondOf(session);
    boolean hasMore = bond != null && !bond.idle();
    long change = commitEnd(slot, how, null, hasMore || ledger.requests.any(slot));
    desk.measures.sessionOver(how);
    doubt.ended(slot);
    if (bond != null) {
      // mistake: leases-left-behind
      close(bond, how);
      tellGuests(bond, how, change);
    }
    return change;
  }

  /** The home of a session that is over tells every shard that may keep leases of it. */
  void tellGuests(Bond bond, Ending how, long behind) {
    for (Guest guest : bond.guests) {
      desk.tell(guest.shard(), behind, new Word.Over(bond.session, how));
    }
    bond.guests = List.of();
  }

  /** From now on everything under the bond is over; slices of turns will end it one by one. */
  void close(Bond bond, Ending how) {
    bond.over = how;
    desk.alarms.cancel(bond.askAgain);
    closing.add(bond);
  }

  void dropIfIdle(Bond bond) {
    if (bond.idle() && ledger.bondOf(bond.session) == bond) {
      desk.alarms.cancel(bond.askAgain);
      ledger.drop(bond);
    }
  }

  /** A session found lapsed ends before its leases do, so that no recovery can revive it alone. */
  void endLapsed(Bond bond) {
    if (bond.over == null && judge.over(bond)) {
      int slot = bond.session.slot();
      if (slots.live(slot) && slots.handle(desk.shard, slot).equals(bond.session)) {
        endSession(slot, Ending.EXPIRED);
      }
    }
  }

  private long commitEnd(int slot, Ending how, @Nullable String requestId, boolean remembered) {
    long last = lastInstant(slot, how);
    long ended = Math.min(last, desk.clock.judged());
    if (last <= desk.clock.now()) {
      desk.measures.late(desk.clock.now() - last);
    }
    long change =
        desk.commit(slot, new Change.End(slot, slots.token(slot), how, requestId, remembered));
    slots.deadline(slot, ended);
    desk.graveyard.bury(slot);
    return change;
  }

  /** Until when a tenure that ends like this could have lived. */
  private long lastInstant(int slot, Ending how) {
    Terms terms = slots.terms(slot);
    boolean ownTime = how == Ending.EXPIRED || terms != null && terms.breaking();
    if (!ownTime) {
      return Judge.NEVER;
    }
    return terms == null ? slots.deadline(slot) : judge.keptUntil(slot, terms);
  }

  private void bar(Key key, long millis) {
    Place place = ledger.place(key);
    long until = desk.clock.now() + millis * 1_000_000;
    if (place.barMillis == 0 || place.barredUntil < until) {
      desk.commit(new Change.Bar(key, millis));
      place.barredUntil = until;
      desk.alarms.set(place.barOver, until);
    }
  }
}
