package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import org.jspecify.annotations.Nullable;

/** Transfers a key in one step: to a waiter, or to a holder that the present holder names. */
final class Transferring {

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final Grants grants;
  private final Acquiring acquiring;
  private final KeyQueues queues;
  private final LeaseLookup lookup;

  Transferring(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      Grants grants,
      Acquiring acquiring,
      KeyQueues queues,
      LeaseLookup lookup) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.grants = grants;
    this.acquiring = acquiring;
    this.queues = queues;
    this.lookup = lookup;
  }

  void transfer(long ticket, Request.Transfer request) {
    String subject = request.lease().text();
    String handOver = RequestIds.Purpose.HAND_OVER.spell(subject, request.requestId());
    String pass = RequestIds.Purpose.PASS.spell(subject, request.requestId());
    if (repeated(ticket, handOver, pass) || context.refusesNew(ticket, request.requestId())) {
      return;
    }
    int row = lookup.findLiving(ticket, request.lease());
    if (row == TextIndex.NONE) {
      return;
    }
    RareAttributes attributes = rows.attributes(row);
    if (attributes != null && attributes.breaking()) {
      context.refuse(
          ticket, Outcome.BREAKING, "lease", "an operator ends it; it cannot be handed on");
      return;
    }
    if (context.quarantine.on()) {
      context.refuse(ticket, Outcome.UNAVAILABLE, "lease", context.quarantine.remedy());
      return;
    }
    Waiter next = nextAfter(row, request.holder());
    if (next != null) {
      pass(ticket, row, next, goesOn(row, next, request.holder()), pass);
    } else if (request.holder() == null) {
      context.refuse(
          ticket,
          Outcome.NOBODY_WAITING,
          "holder",
          "the key has no waiter that can take it over; name the next holder");
    } else if (rows.bound(row)) {
      context.refuse(
          ticket, Outcome.SESSION_BOUND, "holder", "only a waiter can take over from a session");
    } else {
      boolean goesOn = request.holder().equals(ledger.texts.holder(row));
      handOver(ticket, row, request.holder(), goesOn, handOver);
    }
  }

  /**
   * Returns whether the present holder names itself and so overtakes the queue. Then the time of
   * its maxLifetime continues: otherwise the holder could keep the key from all others for ever.
   */
  private boolean goesOn(int row, Waiter next, @Nullable String named) {
    KeyEntry entry = ledger.findEntry(next.request.key());
    return named != null
        && named.equals(ledger.texts.holder(row))
        && entry != null
        && queues.head(entry) != next;
  }

  /**
   * Returns the request to grant when {@code request} continues the maxLifetime of the tenure at
   * {@code row}.
   */
  private Request.Acquire within(int row, Request.Acquire request) {
    RareAttributes attributes = rows.attributes(row);
    if (attributes == null || attributes.maxLifetimeMillis == 0) {
      return request;
    }
    long left = liveness.lifetimeLeftMillis(row);
    long own = request.maxLifetimeMillis();
    return request.lastingAtMost(own == 0 ? left : Math.min(own, left));
  }

  /**
   * Refuses {@code request} if it cannot replace the tenure at {@code row}. Returns whether it has
   * refused.
   */
  private boolean refuses(
      long ticket, int row, Request.Acquire request, boolean goesOn, @Nullable String id) {
    RareAttributes attributes = rows.attributes(row);
    if (goesOn
        && attributes != null
        && attributes.maxLifetimeMillis != 0
        && request.maxLifetimeMillis() == 0) {
      context.refuse(
          ticket, Outcome.LIMIT, "lease", "its maxLifetime is over; acquire the key again");
      return true;
    }
    if (!grants.hasRoomAfter(request, id)) {
      context.refuse(
          ticket,
          Outcome.LIMIT,
          "holder",
          "the shard has no space for another lease (limits.leases-per-shard)");
      return true;
    }
    return false;
  }

  private boolean repeated(long ticket, @Nullable String handOver, @Nullable String pass) {
    int row = ledger.requestIds.find(handOver);
    boolean passed = row == TextIndex.NONE;
    if (passed) {
      row = ledger.requestIds.find(pass);
    }
    if (row == TextIndex.NONE) {
      return false;
    }
    if (!acquiring.consumed(ticket, row)) {
      answerTransferred(ticket, row, passed);
    }
    return true;
  }

  /**
   * Returns the head of the queue, or the first waiter with the name {@code holder}, if that waiter
   * can take over. In the same mode the waiter takes the slot that the present holder leaves, under
   * any lock-delay. In another mode it takes the key, if the key has no lock-delay and no other
   * lease.
   */
  private @Nullable Waiter nextAfter(int row, @Nullable String holder) {
    KeyEntry entry = ledger.findEntry(ledger.texts.key(row));
    if (entry == null) {
      return null;
    }
    Waiter next = holder == null ? queues.head(entry) : entry.firstOf(holder, queues::lives);
    if (next == null || queues.sessionIsFull(next.link)) {
      return null;
    }
    boolean freed = entry.holderCount() <= 1 && !queues.locked(entry);
    return freed || next.request.mode().equals(rows.mode(row)) ? next : null;
  }

  private void pass(long ticket, int row, Waiter next, boolean goesOn, @Nullable String id) {
    Request.Acquire wish = goesOn ? within(row, next.request) : next.request;
    if (refuses(ticket, row, wish, goesOn, id)) {
      return;
    }
    Key key = ledger.texts.key(row);
    boolean sameMode = next.request.mode().equals(rows.mode(row));
    int number = rows.slotNumber(row);
    ender.end(row, EndReason.TRANSFERRED, "", null);
    int taken = queues.handOver(next, wish, sameMode ? number : grants.number(wish), id);
    answerTransferred(ticket, taken, true);
    queues.serve(key);
  }

  private void handOver(long ticket, int row, String holder, boolean goesOn, @Nullable String id) {
    Request.Acquire again = grants.again(row, holder);
    Request.Acquire likeTheOld = goesOn ? within(row, again) : again;
    if (refuses(ticket, row, likeTheOld, goesOn, id)) {
      return;
    }
    int number = rows.slotNumber(row);
    ender.end(row, EndReason.TRANSFERRED, "", null);
    answerTransferred(ticket, grants.grant(likeTheOld, number, RequestIds.listOf(id, null)), false);
  }

  private void answerTransferred(long ticket, int row, boolean passed) {
    context.reply(
        ticket,
        context.behind(row),
        new Reply.Transferred(
            ledger.texts.holder(row),
            rows.token(row),
            passed ? null : rows.id(context.shard, row),
            grants.validity(row)));
  }
}
