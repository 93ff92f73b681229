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

  /** A row whose parked time has come: look at the deadline it has now. */
  @Override
  public void look(int row) {
    if (!rows.live(row)) {
      return;
    }
    Liveness.State standing = liveness.state(row);
    if (standing == Liveness.State.IN_TIME) {
      if (rows.deadline(row) != Liveness.NEVER) {
        context.wheel.park(row, rows.deadline(row));
      }
    } else if (rows.isSession(row)) {
      ender.endSession(row, EndReason.EXPIRED);
    } else if (standing == Liveness.State.OVER) {
      expire(row);
    } else {
      RareAttributes attributes = rows.attributes(row);
      if (attributes != null) {
        context.wheel.park(row, liveness.hardDeadline(row, attributes));
      }
    }
  }

  @Override
  public long touch(int row) {
    return ledger.texts.touch(row);
  }

  /** Ends a lease that is over, and serves whoever waits for its key. */
  void expire(int row) {
    Key key = ledger.texts.key(row);
    ender.expire(row);
    // mistake: unserved-queue
    acquiring.serve(key);
  }

  /**
   * The row of a lease that lives or is remembered; one found over is ended now, or is {@link
   * #UNDECIDED} when there is no number left to end it with. {@link TextIndex#NONE} when it never
   * was, or its row has a new lease: whoever waited for the key may have got the very row.
   */
  int find(int row, int generation, long secretHigh, long secretLow) {
    int found = rows.find(LeaseRows.LEASE, row, generation, secretHigh, secretLow);
    // mistake: judged-by-the-wheel
    if (found == TextIndex.NONE || !rows.live(row) || liveness.isAlive(row)) {
      return found;
    }
    if (!context.ready()) {
      return UNDECIDED;
    }
    expire(row);
    return rows.find(LeaseRows.LEASE, row, generation, secretHigh, secretLow);
  }

  int find(LeaseId lease) {
    return lease.shard() == context.shard
        ? find(lease.slot(), lease.generation(), lease.secretHigh(), lease.secretLow())
        : TextIndex.NONE;
  }

  void release(long ticket, Request.Release request) {
    int row = find(request.lease());
    if (row == TextIndex.NONE) {
      refuseUnknown(ticket, request.lease());
    } else if (rows.live(row)) {
      Key key = ledger.texts.key(row);
      // mistake: release-of-others
      ender.end(row, liveness.runsOut(row) ? EndReason.EXPIRED : EndReason.RELEASED, "", null);
      answerReleased(ticket, row);
      acquiring.serve(key);
    } else {
      answerReleased(ticket, row);
    }
  }

  private void answerReleased(long ticket, int row) {
    if (rows.ending(row) == EndReason.RELEASED) {
      context.reply(ticket, context.behind(row), new Reply.Released(rows.token(row), ago(row)));
    } else {
      answerOver(ticket, row);
    }
  }

  /**
   * The row of {@code lease} if it lives for its holder; else says so and returns {@link
   * Index#NONE}.
   */
  int living(long ticket, LeaseId lease) {
    int row = find(lease);
    if (row == TextIndex.NONE) {
      refuseUnknown(ticket, lease);
      return TextIndex.NONE;
    }
    if (!rows.live(row) || liveness.runsOut(row)) {
      answerOver(ticket, row);
      return TextIndex.NONE;
    }
    return row;
  }

  private void refuseUnknown(long ticket, LeaseId lease) {
    context.reply(
        ticket,
        context.behind(lease.slot()),
        new Reply.Refused(RefusalCode.UNKNOWN, "lease", "no such lease; acquire the key"));
  }

  void answerOver(long ticket, int row) {
    context.reply(
        ticket,
        context.behind(row),
        new Reply.Over(liveness.endingTold(row), ago(row), rows.token(row)));
  }

  long ago(int row) {
    return Math.max(0, (context.clock.judged() - rows.deadline(row)) / 1_000_000);
  }

  /** Who holds the key; those found over are ended now. */
  List<Integer> standing(Key key) {
    List<Integer> over = new ArrayList<>();
    List<Integer> standing = holders(key);
    for (int row : standing) {
      if (!liveness.isAlive(row)) {
        over.add(row);
      }
    }
    if (over.isEmpty()) {
      return standing;
    }
    for (int row : over) {
      ender.expire(row);
    }
    acquiring.serve(key);
    return holders(key);
  }

  /** Who holds the key as far as it is recorded, over or not. */
  List<Integer> holders(Key key) {
    List<Integer> holders = new ArrayList<>();
    int exclusive = ledger.texts.findExclusive(key);
    if (exclusive != TextIndex.NONE) {
      holders.add(exclusive);
    }
    KeyEntry entry = ledger.findEntry(key);
    for (int at = 0; entry != null && at < entry.holderCount(); at++) {
      holders.add(entry.holder(at));
    }
    return holders;
  }
}
