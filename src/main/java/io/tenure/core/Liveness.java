package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;

/** Judges by the lease clock and a tenure's terms whether it still stands; ends nothing. */
final class Liveness {

  enum Standing {
    LIVE,
    /** Past its ttl, kept for its holder until its hard term or until somebody asks (HDFS). */
    LAPSED,
    OVER
  }

  /** The deadline of a lease that only its session ends. */
  static final long NEVER = Long.MAX_VALUE / 4;

  private final LeaseClock clock;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final int shard;

  Liveness(ShardContext context) {
    clock = context.clock;
    ledger = context.ledger;
    rows = context.rows;
    shard = context.shard;
  }

  /** Of a slot that is live by its state. */
  Standing of(int slot) {
    boolean inTime = clock.judged() < rows.deadline(slot);
    RareAttributes attributes = rows.special(slot) ? rows.terms(slot) : null;
    if (attributes == null) {
      return inTime ? Standing.LIVE : Standing.OVER;
    }
    if (attributes.link != null && over(attributes.link)) {
      return Standing.OVER;
    }
    if (inTime) {
      return Standing.LIVE;
    }
    return clock.judged() < keptUntil(slot, attributes) && !asked(slot)
        ? Standing.LAPSED
        : Standing.OVER;
  }

  boolean stands(int slot) {
    return rows.live(slot) && of(slot) != Standing.OVER;
  }

  /**
   * Of a tenure that lives: whether nothing extends it any more, because leases of the session, or
   * those that came after the lease, may be lost.
   */
  boolean runsOut(int slot) {
    if (rows.isSession(slot)) {
      return rows.special(slot);
    }
    RareAttributes attributes = rows.terms(slot);
    return attributes != null && attributes.runsOut;
  }

  /** How the holder is told that the tenure is over: what runs out is over for it. */
  EndReason endingTold(int slot) {
    return rows.live(slot) ? EndReason.EXPIRED : rows.ending(slot);
  }

  /** How the tenure at {@code slot}, which is over, came to its end. */
  EndReason endingOf(int slot) {
    RareAttributes attributes = rows.terms(slot);
    if (attributes == null) {
      return EndReason.EXPIRED;
    }
    if (attributes.breaking() && clock.judged() >= rows.deadline(slot)) {
      return EndReason.BROKEN;
    }
    EndReason bondEnding = attributes.link == null ? null : attributes.link.over;
    return bondEnding == null ? EndReason.EXPIRED : bondEnding;
  }

  /** Until when a lapsed lease is kept: its deadline, when it has no hard term. */
  long keptUntil(int slot, RareAttributes attributes) {
    long kept = rows.deadline(slot) + attributes.keptNanos(rows.ttlMillis(slot));
    return attributes.maxLifetimeMillis == 0 ? kept : Math.min(kept, attributes.lifetimeEnd);
  }

  boolean over(SessionLink link) {
    if (link.over != null) {
      return true;
    }
    LeaseId session = link.session;
    return isHome(session) && !stands(session.slot());
  }

  boolean isHome(LeaseId session) {
    return session.shard() == shard;
  }

  /** For people and for terms: never negative, rounded down. */
  long remainingMillis(int slot) {
    return Math.max(0, (rows.deadline(slot) - clock.now()) / 1_000_000);
  }

  /** Rounded down; 0 also of a lease that has no maxLifetime. */
  long lifetimeLeftMillis(int slot) {
    RareAttributes attributes = rows.terms(slot);
    return attributes == null || attributes.maxLifetimeMillis == 0
        ? 0
        : Math.max(0, (attributes.lifetimeEnd - clock.now()) / 1_000_000);
  }

  private boolean asked(int slot) {
    KeyEntry entry = ledger.placeOf(ledger.key(slot));
    return entry != null && entry.waiting() > 0;
  }
}
