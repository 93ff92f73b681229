package io.tenure.core;

import io.tenure.api.LeaseEvent;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;

/** Changes the value that a holder stores with its lease. */
final class ValueSetter {

  private final ShardContext context;
  private final LeaseLookup lookup;

  ValueSetter(ShardContext context, LeaseLookup lookup) {
    this.context = context;
    this.lookup = lookup;
  }

  void set(long ticket, Request.SetValue request) {
    int row = lookup.findLiving(ticket, request.lease());
    if (row == TextIndex.NONE) {
      return;
    }
    long token = context.rows.token(row);
    String id = RequestIds.Purpose.VALUE.spell(request.lease().text(), request.requestId());
    boolean repeated = context.ledger.requestIds.find(id) != TextIndex.NONE;
    if (!repeated && context.refusesNew(ticket, id)) {
      return;
    }
    if (!repeated) {
      context.commit(new Change.Revalue(row, token, request.value(), id));
      context.event(context.about(row, LeaseEvent.Kind.VALUED, "", request.value()));
    }
    context.reply(ticket, context.last(), new Reply.ValueSet(token));
  }
}
