package io.tenure.core;

/** Keeps the largest token seen at each fence, for resources that cannot do so themselves. */
final class Fences {

  private final Desk desk;

  Fences(Desk desk) {
    this.desk = desk;
  }

  void raise(long ticket, Request.RaiseFence request) {
    if (desk.quarantine.on()) {
      refuse(ticket);
      return;
    }
    Ledger ledger = desk.ledger;
    long mark = ledger.fences.of(request.fence());
    if (request.token() < mark) {
      desk.reply(ticket, desk.last(), new Reply.Fenced(mark));
      return;
    }
    if (!ledger.fences.has(request.fence()) && ledger.fences.count() >= desk.limits.fencesMax()) {
      desk.refuse(ticket, Code.LIMIT, "fence", "this shard keeps as many fences as it may");
      return;
    }
    if (request.token() > mark) {
      desk.commit(new Change.RaiseFence(request.fence(), request.token()));
    }
    desk.reply(ticket, desk.last(), new Reply.FenceRaised(request.token()));
  }

  void read(long ticket, Request.ReadFence request) {
    if (desk.quarantine.on()) {
      refuse(ticket);
      return;
    }
    desk.reply(ticket, desk.last(), new Reply.FenceMark(desk.ledger.fences.of(request.fence())));
  }

  /** Whoever held a larger token may not have raised the mark again yet. */
  private void refuse(long ticket) {
    desk.refuse(ticket, Code.UNAVAILABLE, "fence", desk.quarantine.remedy());
  }
}
