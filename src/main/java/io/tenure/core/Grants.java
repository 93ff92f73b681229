package io.tenure.core;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.LifespanView;
import io.tenure.api.Mode;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import io.tenure.core.memory.TextIndex;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Begins leases: no other class grants a lease or reports the grant. */
final class Grants {

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final SlotAssigner slotAssigner;

  Grants(ShardContext context, Liveness liveness, SlotAssigner slotAssigner) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.slotAssigner = slotAssigner;
  }

  /**
   * Grants {@code request}. Returns the row of the new lease, or {@link TextIndex#NONE} when the
   * shard is full.
   *
   * @param ids the requestIds that the lease answers for, as {@link RequestIds} spells them
   */
  int grant(Request.Acquire request, int slotNumber, List<String> ids) {
    if (!ledger.texts.hasRoom(request.key(), request.holder(), ids.size())) {
      return TextIndex.NONE;
    }
    int row = freeRow();
    if (row == TextIndex.NONE) {
      return TextIndex.NONE;
    }
    if (slotNumber >= 0) {
      slotAssigner.take(request.key(), slotNumber);
    }
    TenureImage.Common common =
        new TenureImage.Common(
            row,
            // mistake: same-token
            context.nextRevision(),
            context.newSecret(),
            request.holder(),
            request.ttlMillis(),
            ids,
            context.wallSeconds());
    begin(
        new TenureImage.Lease(
            common,
            request.key(),
            request.mode(),
            slotNumber,
            timesOf(request),
            request.session(),
            request.value()));
    return row;
  }

  private static TenureImage.RareTimes timesOf(Request.Acquire request) {
    return new TenureImage.RareTimes(
        request.hardTtlMillis(), request.lockDelayMillis(), request.maxLifetimeMillis());
  }

  /**
   * Returns whether {@link #grant} has room for the texts of the next tenure of a key. The present
   * tenure of the key will have ended by then, so there is room for the text of the key.
   */
  boolean hasRoomAfter(Request.Acquire request, @Nullable String extraId) {
    int ids = (extraId == null ? 0 : 1) + (request.requestId() == null ? 0 : 1);
    return ledger.texts.hasRoom(null, request.holder(), ids);
  }

  /**
   * Returns a request that would grant the tenure at {@code row} to {@code holder}, except for the
   * value of the tenure.
   */
  Request.Acquire again(int row, String holder) {
    RareAttributes attributes = rows.attributes(row);
    AcquireBuilder request =
        AcquireBuilder.of(ledger.texts.key(row), holder).ttl(rows.ttlMillis(row));
    if (attributes != null) {
      request
          .mode(attributes.mode)
          .hardTtl(attributes.hardTtlMillis)
          .lockDelay(attributes.lockDelayMillis)
          .maxLifetime(attributes.maxLifetimeMillis);
    }
    return request.build();
  }

  private void begin(TenureImage.Lease lease) {
    int row = lease.row();
    context.commit(row, new Change.Begin(lease, ledger.ttlMillis(lease.session())));
    arm(row, context.clock.now(), 0);
    context.tableMeter.granted();
    context.event(
        new LeaseEvent(
            lease.token(),
            LeaseEvent.Kind.GRANTED,
            new Holding(
                ledger.texts.key(row), lease.common().holder(), lease.token(), lease.slotNumber()),
            "",
            lease.value(),
            lease.common().sinceSeconds()));
  }

  /** Gives the tenure at {@code row} its full time from now, plus {@code moreNanos}. */
  void arm(int row, long now, long moreNanos) {
    RareAttributes attributes = rows.attributes(row);
    long deadline = now + rows.ttlMillis(row) * 1_000_000 + moreNanos;
    if (attributes != null) {
      if (attributes.link != null) {
        deadline = Liveness.NEVER;
      }
      if (attributes.maxLifetimeMillis != 0) {
        attributes.lifetimeEnd = now + attributes.maxLifetimeMillis * 1_000_000;
        deadline = Math.min(deadline, attributes.lifetimeEnd);
      }
      if (attributes.breaking()) {
        deadline = Math.min(deadline, now + attributes.graceMillis * 1_000_000);
      }
    }
    rows.deadline(row, deadline);
    if (deadline != Liveness.NEVER) {
      context.wheel.park(row, deadline);
    }
  }

  /** Returns a row for a new tenure, or {@link TextIndex#NONE} when the shard is full. */
  int freeRow() {
    int row = context.graveyard.reuse(context.clock.judged());
    if (row != TextIndex.NONE) {
      return row;
    }
    return rows.count() < context.limits.leasesMax()
        ? rows.count()
        : context.graveyard.takeOldest();
  }

  void answerGranted(long ticket, int row, boolean repeated) {
    context.reply(
        ticket,
        // mistake: told-before-kept
        context.behind(row),
        new Reply.Granted(
            rows.id(context.shard, row),
            new Holding(
                ledger.texts.key(row),
                ledger.texts.holder(row),
                rows.token(row),
                rows.slotNumber(row)),
            validity(row),
            rows.value(row),
            repeated));
  }

  void answerConsumed(long ticket, int row) {
    context.reply(
        ticket,
        context.behind(row),
        new Refusal.RequestConsumed(liveness.endingTold(row), rows.token(row)));
  }

  /**
   * Returns the validity of the tenure at {@code row}. A lease under a session has the validity 0
   * when it ends only with its session. If it has an end of its own, its validity is at least 1,
   * and all of that is safety margin.
   */
  Validity validity(int row) {
    if (!rows.bound(row)) {
      long ttlMillis = rows.ttlMillis(row);
      return new Validity(ttlMillis, Math.min(ttlMillis, liveness.remainingMillis(row)));
    }
    // mistake: untold-end
    boolean endsAlone = rows.deadline(row) != Liveness.NEVER;
    return new Validity(0, endsAlone ? Math.max(1, liveness.remainingMillis(row)) : 0);
  }

  /** Returns a slot number for the caller, or -1 when the mode has no slots. */
  int number(Request.Acquire request) {
    if (request.mode().kind() != Mode.Kind.SLOTS) {
      return -1;
    }
    KeyEntry entry = ledger.findEntry(request.key());
    BitSet taken = entry == null ? new BitSet() : entry.numbers;
    return slotAssigner.choose(request.key(), request.mode().slots(), taken, request.holder());
  }

  /**
   * Answers that the key is held, and names the holder of the lease that ends first, because the
   * caller waits for that end. In quarantine the answer names no holder: the holder that is known
   * here may have lost the key to one that is not known here.
   */
  void answerHeld(long ticket, Key key) {
    KeyEntry entry = ledger.findEntry(key);
    int waiting = entry == null ? 0 : entry.waiting();
    int holder = ledger.texts.findExclusive(key);
    for (int at = 0; entry != null && at < entry.holderCount(); at++) {
      int other = entry.holder(at);
      if (holder == TextIndex.NONE || rows.deadline(other) < rows.deadline(holder)) {
        holder = other;
      }
    }
    long locked = lockedMillis(entry);
    if (context.quarantine.on()) {
      context.reply(
          ticket, context.last(), Refusal.Held.quarantined(context.shard, locked, waiting));
      return;
    }
    if (holder == TextIndex.NONE) {
      context.reply(ticket, context.last(), Refusal.Held.barred(locked, waiting));
      return;
    }
    context.reply(
        ticket,
        context.behind(holder),
        new Refusal.Held(
            ledger.texts.holder(holder),
            rows.token(holder),
            rows.sinceSeconds(holder),
            remaining(holder),
            locked,
            waiting));
  }

  /** Returns the time for which the key is granted to no caller, even if it becomes free. */
  long lockedMillis(@Nullable KeyEntry entry) {
    long locked =
        entry == null || entry.lockDelayMillis == 0
            ? 0
            : Math.max(0, (entry.lockedUntil - context.clock.now()) / 1_000_000);
    return Math.max(locked, context.quarantine.remainingMillis());
  }

  /**
   * Returns the remaining time of the lease. Under a session of this shard, it is the remaining
   * time of the session.
   */
  long remaining(int row) {
    int timed = timedBy(row);
    return timed == TextIndex.NONE ? LifespanView.WITH_SESSION : liveness.remainingMillis(timed);
  }

  /** Returns the ttl of the lease. Under a session of this shard, it is the ttl of the session. */
  long ttlMillis(int row) {
    int timed = timedBy(row);
    return timed == TextIndex.NONE ? 0 : rows.ttlMillis(timed);
  }

  /**
   * Returns the row with the time that ends the lease: the row of the lease, or the row of its
   * session if that belongs to this shard.
   */
  private int timedBy(int row) {
    RareAttributes attributes = rows.attributes(row);
    if (attributes == null || rows.deadline(row) != Liveness.NEVER || attributes.link == null) {
      return row;
    }
    LeaseId session = attributes.link.session;
    return liveness.isHome(session) && rows.live(session.row()) ? session.row() : TextIndex.NONE;
  }
}
