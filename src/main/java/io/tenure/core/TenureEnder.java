package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends tenures: no other class commits the end of a lease or a session. Its callers decide which
 * tenure ends, such as {@link Expiring}, {@link Releasing} and {@link Breaking}.
 */
final class TenureEnder {

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final SlotAssigner slotAssigner;
  private final StoreDoubt doubt;

  /**
   * Links of sessions that are over, with leases or waiters that are still to be ended in slices.
   */
  private final Deque<SessionLink> closing = new ArrayDeque<>();

  TenureEnder(
      ShardContext context, Liveness liveness, SlotAssigner slotAssigner, StoreDoubt doubt) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.slotAssigner = slotAssigner;
    this.doubt = doubt;
  }

  Deque<SessionLink> closing() {
    return closing;
  }

  /** Ends the lease at {@code row}, which is over by now. The caller serves the waiters. */
  long expire(int row) {
    RareAttributes attributes = rows.attributes(row);
    if (attributes != null && attributes.link != null) {
      endLapsed(attributes.link);
    }
    EndReason how = liveness.endingOf(row);
    String reason = "";
    if (attributes != null && how == EndReason.BROKEN) {
      reason = attributes.breakReason;
    } else if (attributes != null && attributes.link != null && liveness.over(attributes.link)) {
      reason = "session";
    }
    return end(row, how, reason, null);
  }

  /** Ends a lease that still lives or is over. The caller serves the waiters. */
  long end(int row, EndReason how, String reason, @Nullable String requestId) {
    LeaseEvent event = context.about(row, LeaseEvent.Kind.of(how), reason, null);
    Key key = event.key();
    RareAttributes attributes = rows.attributes(row);
    long lockDelayMillis = attributes == null ? 0 : attributes.lockDelayMillis;
    if (attributes != null && attributes.mode.kind() == Mode.Kind.SLOTS) {
      slotAssigner.remember(key, attributes.slotNumber, ledger.texts.holder(row));
    }
    boolean remembered = requestId != null || ledger.requestIds.any(row);
    boolean ranOut = liveness.runsOut(row);
    long change = commitEnd(row, how, requestId, remembered);
    context.tableMeter.leaseEnded(how);
    if (ranOut) {
      doubt.ended(row);
    }
    // mistake: no-lock-delay
    if (how.unclean() && lockDelayMillis > 0) {
      lock(key, lockDelayMillis);
    }
    context.event(event);
    return change;
  }

  /** Ends a session and informs every shard with leases of it. Its leases are over at once. */
  long endSession(int row, EndReason how) {
    LeaseId session = rows.id(context.shard, row);
    SessionLink link = ledger.findLink(session);
    boolean hasMore = link != null && !link.idle();
    long change = commitEnd(row, how, null, hasMore || ledger.requestIds.any(row));
    context.tableMeter.sessionOver(how);
    doubt.ended(row);
    if (link != null) {
      // mistake: leases-left-behind
      close(link, how);
      tellGuests(link, how, change);
    }
    return change;
  }

  /**
   * Informs every shard that may have leases of the session that the session is over. Only the home
   * of the session does this.
   */
  void tellGuests(SessionLink link, EndReason how, long behind) {
    for (SessionGuestShard guest : link.guests) {
      context.tell(guest.shard(), behind, new ShardMessage.Over(link.session, how));
    }
    link.guests = List.of();
  }

  /**
   * Marks everything under the link as over. Slices of turns end its leases and waits one by one.
   */
  void close(SessionLink link, EndReason how) {
    link.over = how;
    context.deadlines.cancel(link.askAgain);
    closing.add(link);
  }

  void dropIfIdle(SessionLink link) {
    if (link.idle() && ledger.findLink(link.session) == link) {
      context.deadlines.cancel(link.askAgain);
      ledger.drop(link);
    }
  }

  /**
   * Ends the session of the link if its time is over. The session ends before its leases do, so
   * that no recovery can revive the session alone.
   */
  void endLapsed(SessionLink link) {
    if (link.over == null && liveness.over(link)) {
      int row = link.session.row();
      if (rows.live(row) && rows.id(context.shard, row).equals(link.session)) {
        endSession(row, EndReason.EXPIRED);
      }
    }
  }

  private long commitEnd(int row, EndReason how, @Nullable String requestId, boolean remembered) {
    long last = lastInstant(row, how);
    long ended = Math.min(last, context.clock.judged());
    if (last <= context.clock.now()) {
      context.tableMeter.late(context.clock.now() - last);
    }
    long change =
        context.commit(row, new Change.End(row, rows.token(row), how, requestId, remembered));
    rows.deadline(row, ended);
    context.graveyard.bury(row);
    return change;
  }

  /** Returns the last instant at which a tenure with such an end could have lived. */
  private long lastInstant(int row, EndReason how) {
    RareAttributes attributes = rows.attributes(row);
    boolean ownTime = how == EndReason.EXPIRED || attributes != null && attributes.breaking();
    if (!ownTime) {
      return Liveness.NEVER;
    }
    return attributes == null ? rows.deadline(row) : liveness.hardDeadline(row, attributes);
  }

  private void lock(Key key, long millis) {
    KeyEntry entry = ledger.entryFor(key);
    long until = context.clock.now() + millis * 1_000_000;
    if (entry.lockDelayMillis == 0 || entry.lockedUntil < until) {
      context.commit(new Change.BeginLockDelay(key, millis));
      entry.lockedUntil = until;
      context.deadlines.set(entry.lockDelayEnd, until);
    }
  }
}
