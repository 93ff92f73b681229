package io.tenure.core;

import java.util.ArrayList;
import java.util.List;

/** Lets go of keys when their holder says so, or when whoever looks finds their time over. */
final class Departures implements Wheel.Due {

  /** Only a renewal meets it: all else is refused while there are no numbers. */
  static final int UNDECIDED = -2;

  private final Desk desk;
  private final Ledger ledger;
  private final Slots slots;
  private final Judge judge;
  private final Endings endings;
  private final Acquiring acquiring;

  Departures(Desk desk, Judge judge, Endings endings, Acquiring acquiring) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.slots = desk.slots;
    this.judge = judge;
    this.endings = endings;
    this.acquiring = acquiring;
  }

  /** A slot whose parked time has come: look at the deadline it has now. */
  @Override
  public void look(int slot) {
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

  @Override
  public long touch(int slot) {
    return ledger.touch(slot);
  }

  /** Ends a lease that is over, and serves whoever waits for its key. */
  void expire(int slot) {
    Key key = ledger.key(slot);
    endings.expire(slot);
    // mistake: unserved-queue
    acquiring.serve(key);
  }

  /**
   * The slot of a lease that lives or is remembered; one found over is ended now, or is {@link
   * #UNDECIDED} when there is no number left to end it with. {@link Index#NONE} when it never was,
   * or its slot has a new lease: whoever waited for the key may have got the very slot.
   */
  int find(int slot, int generation, long secretHigh, long secretLow) {
    int found = slots.find(Slots.LEASE, slot, generation, secretHigh, secretLow);
    // mistake: judged-by-the-wheel
    if (found == Index.NONE || !slots.live(slot) || judge.stands(slot)) {
      return found;
    }
    if (!desk.ready()) {
      return UNDECIDED;
    }
    expire(slot);
    return slots.find(Slots.LEASE, slot, generation, secretHigh, secretLow);
  }

  int find(Handle lease) {
    return lease.shard() == desk.shard
        ? find(lease.slot(), lease.generation(), lease.secretHigh(), lease.secretLow())
        : Index.NONE;
  }

  void release(long ticket, Request.Release request) {
    int slot = find(request.lease());
    if (slot == Index.NONE) {
      refuseUnknown(ticket, request.lease());
    } else if (slots.live(slot)) {
      Key key = ledger.key(slot);
      // mistake: release-of-others
      endings.end(slot, judge.runsOut(slot) ? Ending.EXPIRED : Ending.RELEASED, "", null);
      answerReleased(ticket, slot);
      acquiring.serve(key);
    } else {
      answerReleased(ticket, slot);
    }
  }

  private void answerReleased(long ticket, int slot) {
    if (slots.ending(slot) == Ending.RELEASED) {
      desk.reply(ticket, desk.behind(slot), new Reply.Released(slots.token(slot), ago(slot)));
    } else {
      answerOver(ticket, slot);
    }
  }

  /**
   * The slot of {@code lease} if it lives for its holder; else says so and returns {@link
   * Index#NONE}.
   */
  int living(long ticket, Handle lease) {
    int slot = find(lease);
    if (slot == Index.NONE) {
      refuseUnknown(ticket, lease);
      return Index.NONE;
    }
    if (!slots.live(slot) || judge.runsOut(slot)) {
      answerOver(ticket, slot);
      return Index.NONE;
    }
    return slot;
  }

  private void refuseUnknown(long ticket, Handle lease) {
    desk.reply(
        ticket,
        desk.behind(lease.slot()),
        new Reply.Refused(Code.UNKNOWN, "lease", "no such lease; acquire the key"));
  }

  void answerOver(long ticket, int slot) {
    desk.reply(
        ticket,
        desk.behind(slot),
        new Reply.Over(judge.endingTold(slot), ago(slot), slots.token(slot)));
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

  /** Who holds the key as far as it is recorded, over or not. */
  List<Integer> holders(Key key) {
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
}
