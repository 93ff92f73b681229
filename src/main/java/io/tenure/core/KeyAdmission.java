package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.core.memory.TextIndex;

/** Decides whether a key admits one more holder, and ends leases that are over and block it. */
final class KeyAdmission {

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;

  KeyAdmission(ShardContext context, Liveness liveness, TenureEnder ender) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
  }

  /**
   * Returns whether the key admits one more holder in this mode. Ends leases that are over and
   * block it.
   */
  boolean admits(Key key, Mode mode) {
    int exclusive = ledger.texts.findExclusive(key);
    if (exclusive != TextIndex.NONE) {
      // mistake: reader-beside-writer
      if (liveness.state(exclusive) == Liveness.State.IN_TIME) {
        return false;
      }
      ender.expire(exclusive);
    }
    KeyEntry entry = ledger.findEntry(key);
    if (entry == null) {
      return !context.quarantine.on();
    }
    if (closed(entry) || !joins(entry, mode)) {
      endAllButLiving(entry);
    }
    return !closed(entry) && joins(entry, mode);
  }

  /**
   * Returns whether the key is locked. In quarantine every key is treated as if it had a
   * lock-delay.
   */
  private boolean closed(KeyEntry entry) {
    return context.quarantine.on() || locked(entry);
  }

  private boolean joins(KeyEntry entry, Mode mode) {
    if (entry.holderCount() == 0) {
      return true;
    }
    int holdersMax =
        mode.kind() == Mode.Kind.SLOTS ? mode.slots() : context.limits.holdersPerKeyMax();
    // mistake: one-holder-too-many
    return entry.holderCount() < holdersMax
        // mistake: writer-beside-readers
        && rows.mode(entry.holder(0)).equals(mode);
  }

  /**
   * Ends all leases of the key that are not in time. Lapsed leases end as well, because a caller
   * now asks for the key.
   */
  private void endAllButLiving(KeyEntry entry) {
    for (int at = entry.holderCount() - 1; at >= 0; at--) {
      if (liveness.state(entry.holder(at)) != Liveness.State.IN_TIME) {
        ender.expire(entry.holder(at));
      }
    }
  }

  /** Returns whether the key has a lock-delay in force. Lifts a lock-delay that is over. */
  boolean locked(KeyEntry entry) {
    if (entry.lockDelayMillis == 0) {
      return false;
    }
    if (context.clock.judged() < entry.lockedUntil) {
      return true;
    }
    context.deadlines.cancel(entry.lockDelayEnd);
    context.commit(new Change.EndLockDelay(entry.key));
    return false;
  }
}
