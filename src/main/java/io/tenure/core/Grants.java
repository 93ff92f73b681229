package io.tenure.core;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Begins tenures: the one place where a lease or a session comes to life, and is told of. */
final class Grants {

  private final Desk desk;
  private final Ledger ledger;
  private final Slots slots;
  private final Judge judge;
  private final SlotNumbers slotNumbers;

  Grants(Desk desk, Judge judge, SlotNumbers slotNumbers) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.slots = desk.slots;
    this.judge = judge;
    this.slotNumbers = slotNumbers;
  }

  /** Grants what {@code request} asks; the slot, or {@link Index#NONE} when the shard is full. */
  int grant(Request.Acquire request, int slotNumber, @Nullable String extraId) {
    List<String> ids = idsOf(request, extraId);
    if (!ledger.hasRoom(request.key(), request.holder(), ids.size())) {
      return Index.NONE;
    }
    int slot = freeSlot();
    if (slot == Index.NONE) {
      return Index.NONE;
    }
    if (slotNumber >= 0) {
      slotNumbers.take(request.key(), slotNumber);
    }
    begin(
        new Tenure(
            slot,
            // mistake: same-token
            desk.nextRevision(),
            desk.secret(),
            desk.secret(),
            request.key(),
            request.holder(),
            request.ttlMillis(),
            request.mode(),
            slotNumber,
            request.hardTtlMillis(),
            request.lockDelayMillis(),
            request.maxLifetimeMillis(),
            request.session(),
            request.value(),
            ids,
            desk.wallSeconds()));
    return slot;
  }

  /**
   * Whether {@link #grant} has room for the texts of the next tenure of a key, once the present one
   * has ended and left its place for the key's.
   */
  boolean hasRoomAfter(Request.Acquire request, @Nullable String extraId) {
    return ledger.hasRoom(null, request.holder(), idsOf(request, extraId).size());
  }

  private static List<String> idsOf(Request.Acquire request, @Nullable String extraId) {
    List<String> ids = new ArrayList<>(2);
    if (extraId != null) {
      ids.add(extraId);
    }
    String own = Requests.idOf(request);
    if (own != null) {
      ids.add(own);
    }
    return ids;
  }

  /** The request that would grant the tenure at {@code slot} to {@code holder}, but its value. */
  Request.Acquire again(int slot, String holder) {
    Terms terms = slots.terms(slot);
    Request.Acquire.Builder request =
        Request.Acquire.of(ledger.key(slot), holder).ttl(slots.ttlMillis(slot));
    if (terms != null) {
      request
          .mode(terms.mode)
          .hardTtl(terms.hardTtlMillis)
          .lockDelay(terms.lockDelayMillis)
          .maxLifetime(terms.maxLifetimeMillis);
    }
    return request.build();
  }

  /** Begins a tenure whose slot, token and secret are set: the common end of every grant. */
  void begin(Tenure tenure) {
    int slot = tenure.slot();
    desk.commit(slot, new Change.Begin(tenure));
    arm(slot, desk.clock.now(), 0);
    desk.measures.granted();
    desk.event(
        new Event(
            tenure.token(),
            Event.Kind.GRANTED,
            ledger.key(slot),
            tenure.holder(),
            tenure.token(),
            tenure.slotNumber(),
            "",
            tenure.value(),
            tenure.sinceSeconds()));
  }

  /** Gives the tenure at {@code slot} its full time from now, and a bit more when asked. */
  void arm(int slot, long now, long moreNanos) {
    Terms terms = slots.terms(slot);
    long deadline = now + slots.ttlMillis(slot) * 1_000_000 + moreNanos;
    if (terms != null) {
      if (terms.bond != null) {
        deadline = Judge.NEVER;
      }
      if (terms.maxLifetimeMillis != 0) {
        terms.lifetimeEnd = now + terms.maxLifetimeMillis * 1_000_000;
        deadline = Math.min(deadline, terms.lifetimeEnd);
      }
      if (terms.breaking()) {
        deadline = Math.min(deadline, now + terms.graceMillis * 1_000_000);
      }
    }
    slots.deadline(slot, deadline);
    if (deadline != Judge.NEVER) {
      desk.wheel.park(slot, deadline);
    }
  }

  /** A slot for a new tenure, or {@link Index#NONE} when the shard is full. */
  int freeSlot() {
    int slot = desk.graveyard.reuse(desk.clock.judged());
    if (slot != Index.NONE) {
      return slot;
    }
    return slots.count() < desk.limits.leasesMax() ? slots.count() : desk.graveyard.takeOldest();
  }

  void answerGranted(long ticket, int slot, boolean repeated) {
    desk.reply(
        ticket,
        // mistake: told-before-kept
        desk.behind(slot),
        new Reply.Granted(
            slots.handle(desk.shard, slot),
            ledger.key(slot),
            ledger.holder(slot),
            slots.token(slot),
            term(slot),
            ledger.slotNumber(slot),
            ledger.value(slot),
            repeated));
  }

  void answerConsumed(long ticket, int slot) {
    desk.reply(
        ticket,
        desk.behind(slot),
        new Reply.RequestConsumed(judge.endingTold(slot), slots.token(slot)));
  }

  Term term(int slot) {
    if (!ledger.bound(slot)) {
      long ttlMillis = slots.ttlMillis(slot);
      return new Term(ttlMillis, Math.min(ttlMillis, judge.remainingMillis(slot)));
    }
    boolean endsAlone = slots.deadline(slot) != Judge.NEVER;
    return new Term(0, endsAlone ? judge.remainingMillis(slot) : 0);
  }

  /** A slot number for who asks, -1 when the mode has none. */
  int number(Request.Acquire request) {
    if (request.mode().kind() != Mode.Kind.SLOTS) {
      return -1;
    }
    Place place = ledger.placeOf(request.key());
    BitSet taken = place == null ? new BitSet() : place.numbers;
    return slotNumbers.choose(request.key(), request.mode().slots(), taken, request.holder());
  }

  /**
   * Of several holders the one that ends first: its end is what the asker waits for. In quarantine
   * nobody is named: the one who is known here may have lost the key to one who is not.
   */
  void answerHeld(long ticket, Key key) {
    Place place = ledger.placeOf(key);
    int waiting = place == null ? 0 : place.waiting();
    int holder = ledger.findExclusive(key);
    for (int at = 0; place != null && at < place.holderCount(); at++) {
      int other = place.holder(at);
      if (holder == Index.NONE || slots.deadline(other) < slots.deadline(holder)) {
        holder = other;
      }
    }
    long barred = barredMillis(place);
    if (desk.quarantine.on()) {
      desk.reply(ticket, desk.last(), Reply.Held.quarantined(desk.shard, barred, waiting));
      return;
    }
    if (holder == Index.NONE) {
      desk.reply(ticket, desk.last(), Reply.Held.barred(barred, waiting));
      return;
    }
    desk.reply(
        ticket,
        desk.behind(holder),
        new Reply.Held(
            ledger.holder(holder),
            slots.token(holder),
            ledger.sinceSeconds(holder),
            remaining(holder),
            barred,
            waiting));
  }

  /** For how long nobody is granted the key, whoever holds it. */
  long barredMillis(@Nullable Place place) {
    long barred =
        place == null || place.barMillis == 0
            ? 0
            : Math.max(0, (place.barredUntil - desk.clock.now()) / 1_000_000);
    return Math.max(barred, desk.quarantine.remainingMillis());
  }

  /** Under a session of this shard, what remains of that. */
  long remaining(int slot) {
    int timed = timedBy(slot);
    return timed == Index.NONE ? HolderView.WITH_SESSION : judge.remainingMillis(timed);
  }

  /** Under a session of this shard, the ttl of that. */
  long ttlMillis(int slot) {
    int timed = timedBy(slot);
    return timed == Index.NONE ? 0 : slots.ttlMillis(timed);
  }

  /** The slot whose time ends the lease: its own, or its session's, if that lives here. */
  private int timedBy(int slot) {
    Terms terms = slots.terms(slot);
    if (terms == null || slots.deadline(slot) != Judge.NEVER || terms.bond == null) {
      return slot;
    }
    Handle session = terms.bond.session;
    return judge.isHome(session) && slots.live(session.slot()) ? session.slot() : Index.NONE;
  }
}
