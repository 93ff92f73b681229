package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.RefusalCode;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import io.tenure.core.memory.Wheel;
import java.util.ArrayList;
import java.util.List;

/** Lets go of keys when their holder says so, or when whoever looks finds their time over. */
final class Departures implements Wheel.Due {

  /** Only a renewal meets it: all else is refused while there are no numbers. */
  static final int UNDECIDED = -2;

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final Acquiring acquiring;

  Departures(ShardContext context, Liveness liveness, TenureEnder ender, Acquiring acquiring) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.acquiring = acquiring;
  }

  /** A slot whose parked time has come: look at the deadline it has now. */
  @Override
  public void look(int slot) {
    if (!rows.live(slot)) {
      return;
    }
    Liveness.Standing standing = liveness.of(slot);
    if (standing == Liveness.Standing.LIVE) {
      if (rows.deadline(slot) != Liveness.NEVER) {
        context.wheel.park(slot, rows.deadline(slot));
      }
    } else if (rows.isSession(slot)) {
      ender.endSession(slot, EndReason.EXPIRED);
    } else if (standing == Liveness.Standing.OVER) {
      expire(slot);
    } else {
      RareAttributes attributes = rows.terms(slot);
      if (attributes != null) {
        context.wheel.park(slot, liveness.keptUntil(slot, attributes));
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
    ender.expire(slot);
    // mistake: unserved-queue
    acquiring.serve(key);
  }

  /**
   * The slot of a lease that lives or is remembered; one found over is ended now, or is {@link
   * #UNDECIDED} when there is no number left to end it with. {@link TextIndex#NONE} when it never
   * was, or its slot has a new lease: whoever waited for the key may have got the very slot.
   */
  int find(int slot, int generation, long secretHigh, long secretLow) {
    int found = rows.find(LeaseRows.LEASE, slot, generation, secretHigh, secretLow);
    // mistake: judged-by-the-wheel
    if (found == TextIndex.NONE || !rows.live(slot) || liveness.stands(slot)) {
      return found;
    }
    if (!context.ready()) {
      return UNDECIDED;
    }
    expire(slot);
    return rows.find(LeaseRows.LEASE, slot, generation, secretHigh, secretLow);
  }

  int find(LeaseId lease) {
    return lease.shard() == context.shard
        ? find(lease.slot(), lease.generation(), lease.secretHigh(), lease.secretLow())
        : TextIndex.NONE;
  }

  void release(long ticket, Request.Release request) {
    int slot = find(request.lease());
    if (slot == TextIndex.NONE) {
      refuseUnknown(ticket, request.lease());
    } else if (rows.live(slot)) {
      Key key = ledger.key(slot);
      // mistake: release-of-others
      ender.end(slot, liveness.runsOut(slot) ? EndReason.EXPIRED : EndReason.RELEASED, "", null);
      answerReleased(ticket, slot);
      acquiring.serve(key);
    } else {
      answerReleased(ticket, slot);
    }
  }

  private void answerReleased(long ticket, int slot) {
    if (rows.ending(slot) == EndReason.RELEASED) {
      context.reply(ticket, context.behind(slot), new Reply.Released(rows.token(slot), ago(slot)));
    } else {
      answerOver(ticket, slot);
    }
  }

  /**
   * The slot of {@code lease} if it lives for its holder; else says so and returns {@link
   * Index#NONE}.
   */
  int living(long ticket, LeaseId lease) {
    int slot = find(lease);
    if (slot == TextIndex.NONE) {
      refuseUnknown(ticket, lease);
      return TextIndex.NONE;
    }
    if (!rows.live(slot) || liveness.runsOut(slot)) {
      answerOver(ticket, slot);
      return TextIndex.NONE;
    }
    return slot;
  }

  private void refuseUnknown(long ticket, LeaseId lease) {
    context.reply(
        ticket,
        context.behind(lease.slot()),
        new Reply.Refused(RefusalCode.UNKNOWN, "lease", "no such lease; acquire the key"));
  }

  void answerOver(long ticket, int slot) {
    context.reply(
        ticket,
        context.behind(slot),
        new Reply.Over(liveness.endingTold(slot), ago(slot), rows.token(slot)));
  }

  long ago(int slot) {
    return Math.max(0, (context.clock.judged() - rows.deadline(slot)) / 1_000_000);
  }

  /** Who holds the key; those found over are ended now. */
  List<Integer> standing(Key key) {
    List<Integer> over = new ArrayList<>();
    List<Integer> standing = holders(key);
    for (int slot : standing) {
      if (!liveness.stands(slot)) {
        over.add(slot);
      }
    }
    if (over.isEmpty()) {
      return standing;
    }
    for (int slot : over) {
      ender.expire(slot);
    }
    acquiring.serve(key);
    return holders(key);
  }

  /** Who holds the key as far as it is recorded, over or not. */
  List<Integer> holders(Key key) {
    List<Integer> holders = new ArrayList<>();
    int exclusive = ledger.findExclusive(key);
    if (exclusive != TextIndex.NONE) {
      holders.add(exclusive);
    }
    KeyEntry entry = ledger.placeOf(key);
    for (int at = 0; entry != null && at < entry.holderCount(); at++) {
      holders.add(entry.holder(at));
    }
    return holders;
  }
}
