package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;

/** Ends a lease when its holder asks for it. */
final class Releasing {

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final KeyQueues queues;
  private final LeaseLookup lookup;

  Releasing(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      KeyQueues queues,
      LeaseLookup lookup) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.queues = queues;
    this.lookup = lookup;
  }

  void release(long ticket, Request.Release request) {
    // mistake: release-of-others
    int row = lookup.find(request.lease());
    if (row == TextIndex.NONE) {
      lookup.refuseUnknown(ticket, request.lease());
    } else if (rows.live(row)) {
      Key key = ledger.texts.key(row);
      ender.end(row, liveness.runsOut(row) ? EndReason.EXPIRED : EndReason.RELEASED, "", null);
      answer(ticket, row);
      queues.serve(key);
    } else {
      answer(ticket, row);
    }
  }

  private void answer(long ticket, int row) {
    if (rows.ending(row) == EndReason.RELEASED) {
      context.reply(
          ticket,
          context.behind(row),
          new Reply.Released(rows.token(row), liveness.endedMillisAgo(row)));
    } else {
      lookup.answerOver(ticket, row);
    }
  }
}
