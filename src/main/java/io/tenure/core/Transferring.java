package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.RefusalCode;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import org.jspecify.annotations.Nullable;

/** Hands a key on in one step: to who waits for it, or to a holder its holder names. */
final class Transferring {

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final Grants grants;
  private final Acquiring acquiring;
  private final Departures departures;

  Transferring(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      Grants grants,
      Acquiring acquiring,
      Departures departures) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.grants = grants;
    this.acquiring = acquiring;
    this.departures = departures;
  }

  void transfer(long ticket, Request.Transfer request) {
    String subject = request.lease().text();
    String handOver = RequestIds.Purpose.HAND_OVER.spell(subject, request.requestId());
    String pass = RequestIds.Purpose.PASS.spell(subject, request.requestId());
    if (repeated(ticket, handOver, pass) || context.refusesNew(ticket, request.requestId())) {
      return;
    }
    int slot = departures.living(ticket, request.lease());
    if (slot == TextIndex.NONE) {
      return;
    }
    RareAttributes attributes = rows.terms(slot);
    if (attributes != null && attributes.breaking()) {
      context.refuse(
          ticket, RefusalCode.BREAKING, "lease", "an operator ends it; it cannot be handed on");
      return;
    }
    if (context.quarantine.on()) {
      context.refuse(ticket, RefusalCode.UNAVAILABLE, "lease", context.quarantine.remedy());
      return;
    }
    Waiter next = nextAfter(slot, request.holder());
    if (next != null) {
      pass(ticket, slot, next, goesOn(slot, next, request.holder()), pass);
    } else if (request.holder() == null) {
      context.refuse(
          ticket,
          RefusalCode.NOBODY_WAITING,
          "holder",
          "nobody who could take over waits; name the next holder");
    } else if (ledger.bound(slot)) {
      context.refuse(
          ticket,
          RefusalCode.SESSION_BOUND,
          "holder",
          "only who waits can take over from a session");
    } else {
      boolean goesOn = request.holder().equals(ledger.holder(slot));
      handOver(ticket, slot, request.holder(), goesOn, handOver);
    }
  }

  /**
   * Whether a holder that names itself, and so overtakes the queue, takes over: then the time of
   * its maxLifetime goes on, or it could keep the key from all others for ever.
   */
  private boolean goesOn(int slot, Waiter next, @Nullable String named) {
    return named != null
        && named.equals(ledger.holder(slot))
        && next.entry != null
        && acquiring.head(next.entry) != next;
  }

  /**
   * What is granted when {@code request} goes on with the lifetime of the tenure at {@code slot}.
   */
  private Request.Acquire within(int slot, Request.Acquire request) {
    RareAttributes attributes = rows.terms(slot);
    if (attributes == null || attributes.maxLifetimeMillis == 0) {
      return request;
    }
    long left = liveness.lifetimeLeftMillis(slot);
    long own = request.maxLifetimeMillis();
    return request.lastingAtMost(own == 0 ? left : Math.min(own, left));
  }

  /** Whether {@code request} cannot be granted in place of the tenure at {@code slot}. */
  private boolean refuses(
      long ticket, int slot, Request.Acquire request, boolean goesOn, @Nullable String id) {
    RareAttributes attributes = rows.terms(slot);
    if (goesOn
        && attributes != null
        && attributes.maxLifetimeMillis != 0
        && request.maxLifetimeMillis() == 0) {
      context.refuse(
          ticket, RefusalCode.LIMIT, "lease", "its maxLifetime is over; acquire the key again");
      return true;
    }
    if (!grants.hasRoomAfter(request, id)) {
      context.refuse(
          ticket, RefusalCode.LIMIT, "holder", "this shard keeps as many leases as it may");
      return true;
    }
    return false;
  }

  private boolean repeated(long ticket, @Nullable String handOver, @Nullable String pass) {
    int slot = ledger.requestIds.find(handOver);
    boolean passed = slot == TextIndex.NONE;
    if (passed) {
      slot = ledger.requestIds.find(pass);
    }
    if (slot == TextIndex.NONE) {
      return false;
    }
    if (!acquiring.consumed(ticket, slot)) {
      answerTransferred(ticket, slot, passed);
    }
    return true;
  }

  /**
   * The head of the queue, or the first who waits as {@code holder}, if it can take over: in the
   * same mode the very place of who leaves, which not even a lock-delay minds; in another one the
   * key, if that is free but for who leaves.
   */
  private @Nullable Waiter nextAfter(int slot, @Nullable String holder) {
    KeyEntry entry = ledger.placeOf(ledger.key(slot));
    if (entry == null) {
      return null;
    }
    Waiter next = holder == null ? acquiring.head(entry) : entry.firstOf(holder, acquiring::lives);
    if (next == null || acquiring.sessionIsFull(next.link)) {
      return null;
    }
    boolean freed = entry.holderCount() <= 1 && !acquiring.barred(entry);
    return freed || next.request.mode().equals(ledger.mode(slot)) ? next : null;
  }

  private void pass(long ticket, int slot, Waiter next, boolean goesOn, @Nullable String id) {
    Request.Acquire wish = goesOn ? within(slot, next.request) : next.request;
    if (refuses(ticket, slot, wish, goesOn, id)) {
      return;
    }
    Key key = ledger.key(slot);
    boolean sameMode = next.request.mode().equals(ledger.mode(slot));
    int number = ledger.slotNumber(slot);
    ender.end(slot, EndReason.TRANSFERRED, "", null);
    int taken = acquiring.handOver(next, wish, sameMode ? number : grants.number(wish), id);
    answerTransferred(ticket, taken, true);
    acquiring.serve(key);
  }

  private void handOver(long ticket, int slot, String holder, boolean goesOn, @Nullable String id) {
    Request.Acquire again = grants.again(slot, holder);
    Request.Acquire likeTheOld = goesOn ? within(slot, again) : again;
    if (refuses(ticket, slot, likeTheOld, goesOn, id)) {
      return;
    }
    int number = ledger.slotNumber(slot);
    ender.end(slot, EndReason.TRANSFERRED, "", null);
    answerTransferred(ticket, grants.grant(likeTheOld, number, id), false);
  }

  private void answerTransferred(long ticket, int slot, boolean passed) {
    context.reply(
        ticket,
        context.behind(slot),
        new Reply.Transferred(
            ledger.holder(slot),
            rows.token(slot),
            passed ? null : rows.handle(context.shard, slot),
            grants.term(slot)));
  }
}
