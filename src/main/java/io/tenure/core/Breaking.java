package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseEvent;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.core.memory.TextIndex;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends the leases of a key, at once or after a grace, when an operator asks for it. */
final class Breaking {

  private static final RequestIds.Purpose[] PURPOSES = {
    RequestIds.Purpose.BREAK, RequestIds.Purpose.BREAK_AFTER_GRACE
  };

  /**
   * The most consecutive holders of one break that may be forgotten while later ones are
   * remembered.
   */
  private static final int FORGOTTEN_MAX = 16;

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final TenureEnder ender;
  private final KeyQueues queues;
  private final Expiring expiring;

  Breaking(ShardContext context, TenureEnder ender, KeyQueues queues, Expiring expiring) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.ender = ender;
    this.queues = queues;
    this.expiring = expiring;
  }

  void breakOff(long ticket, OperatorRequest.Break request) {
    if (repeated(ticket, request) || context.refusesNew(ticket, request.requestId())) {
      return;
    }
    List<Integer> holders = expiring.aliveHolders(request.key());
    if (holders.isEmpty()) {
      context.reply(ticket, context.last(), notHeld());
      return;
    }
    if (request.token() != 0) {
      holders.removeIf(row -> rows.token(row) != request.token());
    }
    if (holders.isEmpty()) {
      context.reply(
          ticket,
          context.last(),
          new Refusal.Refused(
              Outcome.CHANGED_HANDS,
              "token",
              "no lease of the key has this token now; read the key again"));
    } else {
      breakOff(ticket, request, holders);
    }
  }

  /** Refuses to break a key without a holder. In quarantine the store may have lost its lease. */
  private Refusal notHeld() {
    int quarantined = context.quarantinedShard();
    String remedy =
        quarantined == Reply.NO_SHARD
            ? "it has no holder; there is nothing to break"
            : "it has no known holder, and there is nothing to break; but a holder may still"
                + " believe in a lease that the store has lost, because shard "
                + quarantined
                + " is in quarantine for another "
                + context.quarantine.remainingMillis()
                + " ms";
    return new Refusal.Refused(Outcome.NOT_HELD, "key", remedy, quarantined);
  }

  private boolean repeated(long ticket, OperatorRequest.Break request) {
    if (request.requestId() == null) {
      return false;
    }
    for (RequestIds.Purpose purpose : PURPOSES) {
      List<Long> tokens = broken(purpose, request);
      if (!tokens.isEmpty()) {
        boolean atOnce = purpose == RequestIds.Purpose.BREAK;
        context.reply(ticket, context.last(), new Reply.Broken(tokens, atOnce));
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the tokens of the leases that the break ended, as far as they are remembered. The
   * leases that ended first, or were released before, may be forgotten by now.
   */
  private List<Long> broken(RequestIds.Purpose purpose, OperatorRequest.Break request) {
    List<Long> tokens = new ArrayList<>();
    int missed = 0;
    for (int index = 0; missed <= FORGOTTEN_MAX; index++) {
      int row = ledger.requestIds.find(idOf(purpose, request, index));
      missed = row == TextIndex.NONE ? missed + 1 : 0;
      if (row != TextIndex.NONE) {
        tokens.add(0, rows.token(row));
      }
    }
    return tokens;
  }

  private void breakOff(long ticket, OperatorRequest.Break request, List<Integer> holders) {
    boolean atOnce = request.graceMillis() == 0;
    if (request.graceMillis() == OperatorRequest.GRACE_TTL
        && holders.stream().anyMatch(rows::bound)) {
      context.refuse(
          ticket, Outcome.INVALID, "grace", "a lease under a session has no ttl; name a duration");
      return;
    }
    List<Long> tokens = new ArrayList<>();
    int index = holders.size();
    for (int row : holders) {
      index--;
      tokens.add(rows.token(row));
      if (atOnce) {
        String id = idOf(RequestIds.Purpose.BREAK, request, index);
        // mistake: broken-lives-on
        ender.end(row, EndReason.BROKEN, request.reason(), id);
      } else {
        breakAfterGrace(row, request, idOf(RequestIds.Purpose.BREAK_AFTER_GRACE, request, index));
      }
    }
    context.reply(ticket, context.last(), new Reply.Broken(tokens, atOnce));
    queues.serve(request.key());
  }

  private void breakAfterGrace(int row, OperatorRequest.Break request, @Nullable String id) {
    long now = context.clock.now();
    long left = Math.max(0, rows.deadline(row) - now);
    long grace = request.graceMillis();
    long graceNanos = grace == OperatorRequest.GRACE_TTL ? left : Math.min(left, grace * 1_000_000);
    long graceMillis = (graceNanos + 999_999) / 1_000_000;
    context.commit(
        row, new Change.EndAfterGrace(row, rows.token(row), graceMillis, request.reason(), id));
    long end = Math.min(rows.deadline(row), now + graceNanos);
    rows.deadline(row, Math.max(end, context.clock.judged()));
    context.wheel.park(row, rows.deadline(row));
    context.event(context.about(row, LeaseEvent.Kind.BREAKING, request.reason(), null));
  }

  /**
   * Returns the id that remembers the break of one holder. Several holders broken by one request
   * are distinguished by their index, which is counted from the last holder: the last one is
   * forgotten last.
   */
  private static @Nullable String idOf(
      RequestIds.Purpose purpose, OperatorRequest.Break request, int index) {
    return purpose.spell(request.key() + "\n" + index, request.requestId());
  }
}
