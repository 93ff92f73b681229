package io.tenure.core;

import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;

/** Raises, reads and deletes fences, each of which remembers the largest token that it has seen. */
final class FenceOperations {

  private final ShardContext context;

  FenceOperations(ShardContext context) {
    this.context = context;
  }

  void raise(long ticket, Request.RaiseFence request) {
    if (context.quarantine.on()) {
      refuse(ticket);
      return;
    }
    Ledger ledger = context.ledger;
    long mark = ledger.fences.of(request.fence());
    // mistake: older-token
    if (request.token() < mark) {
      context.reply(ticket, context.last(), new Refusal.Fenced(mark));
      return;
    }
    if (!ledger.fences.has(request.fence())
        && !ledger.fences.takes(request.fence(), context.limits.fencesMax())) {
      context.refuse(
          ticket,
          Outcome.LIMIT,
          "fence",
          "the shard has no space for another fence (limits.fences-per-shard); delete unused ones");
      return;
    }
    if (request.token() > mark) {
      context.commit(new Change.RaiseFence(request.fence(), request.token()));
    }
    context.reply(ticket, context.last(), new Reply.FenceRaised(request.token()));
  }

  void read(long ticket, Request.ReadFence request) {
    if (context.quarantine.on()) {
      refuse(ticket);
      return;
    }
    context.reply(
        ticket, context.last(), new Reply.FenceMark(context.ledger.fences.of(request.fence())));
  }

  /**
   * Deletes the fence if its mark is still the one that the operator saw. A larger mark means that
   * the fence is in use. A repeated request finds no fence, so the request has its effect only
   * once, even without a requestId.
   */
  void drop(long ticket, OperatorRequest.DropFence request) {
    if (context.quarantine.on()) {
      refuse(ticket);
      return;
    }
    FenceTable fences = context.ledger.fences;
    if (!fences.has(request.fence())) {
      answer(ticket, Outcome.NOT_FOUND, "there is no such fence, or it is deleted already");
      return;
    }
    long mark = fences.of(request.fence());
    if (mark != request.token()) {
      String moved = "its mark is " + mark + " now: the fence is in use; read it again";
      answer(ticket, Outcome.CHANGED_HANDS, moved);
      return;
    }
    context.commit(new Change.DropFence(request.fence()));
    context.reply(ticket, context.last(), new Reply.FenceDropped(request.fence(), mark));
  }

  /**
   * Refuses with an answer that depends on a mark, so the mark must be durable before the answer
   * leaves.
   */
  private void answer(long ticket, Outcome code, String remedy) {
    context.reply(ticket, context.last(), new Refusal.Refused(code, "fence", remedy));
  }

  /**
   * Refuses, because in quarantine the holder of a larger token may not have raised the mark again
   * yet.
   */
  private void refuse(long ticket) {
    context.refuse(ticket, Outcome.UNAVAILABLE, "fence", context.quarantine.remedy());
  }
}
