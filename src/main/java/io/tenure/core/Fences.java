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
    // mistake: older-token
    if (request.token() < mark) {
      desk.reply(ticket, desk.last(), new Reply.Fenced(mark));
      return;
    }
    if (!ledger.fences.has(request.fence())
        && !ledger.fences.takes(request.fence(), desk.limits.fencesMax())) {
      desk.refuse(
          ticket,
          Code.LIMIT,
          "fence",
          "this shard keeps as many fences as it may; delete some that are not used any more");
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

  /**
   * Deletes what the operator saw and nothing later: a mark that moved on is of a fence in use. A
   * repetition finds no fence, so it has its effect once without a requestId.
   */
  void drop(long ticket, Request.DropFence request) {
    if (desk.quarantine.on()) {
      refuse(ticket);
      return;
    }
    Marks fences = desk.ledger.fences;
    if (!fences.has(request.fence())) {
      answer(ticket, Code.UNKNOWN, "there is none, or it is deleted already");
      return;
    }
    long mark = fences.of(request.fence());
    if (mark != request.token()) {
      String moved = "its mark is " + mark + " now: the fence is in use; look at it again";
      answer(ticket, Code.CHANGED_HANDS, moved);
      return;
    }
    desk.commit(new Change.DropFence(request.fence()));
    desk.reply(ticket, desk.last(), new Reply.FenceDropped(request.fence(), mark));
  }

  /** It tells of a mark, which must be durable before. */
  private void answer(long ticket, Code code, String remedy) {
    desk.reply(ticket, desk.last(), new Reply.Refused(code, "fence", remedy));
  }

  /** Whoever held a larger token may not have raised the mark again yet. */
  private void refuse(long ticket) {
    desk.refuse(ticket, Code.UNAVAILABLE, "fence", desk.quarantine.remedy());
  }
}
