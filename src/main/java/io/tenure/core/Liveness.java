package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;

/** Judges by the lease clock and a tenure's terms whether it still stands; ends nothing. */
final class Liveness {

  enum State {
    IN_TIME,
    /**
     * Past its ttl, left to its holder until its hard ttl is over or a caller asks for the key (as
     * in HDFS).
     */
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

  /** The state of a row that is marked as live. */
  State state(int row) {
    boolean inTime = clock.judged() < rows.deadline(row);
    RareAttributes attributes = rows.special(row) ? rows.attributes(row) : null;
    if (attributes == null) {
      return inTime ? State.IN_TIME : State.OVER;
    }
    if (attributes.link != null && over(attributes.link)) {
      return State.OVER;
    }
    if (inTime) {
      return State.IN_TIME;
    }
    return clock.judged() < hardDeadline(row, attributes) && !asked(row)
        ? State.LAPSED
        : State.OVER;
  }

  boolean isAlive(int row) {
    return rows.live(row) && state(row) != State.OVER;
  }

  /**
   * Whether nothing extends a living tenure any more, because leases of the session, or those that
   * came after the lease, may be lost.
   */
  boolean runsOut(int row) {
    if (rows.isSession(row)) {
      return rows.special(row);
    }
    RareAttributes attributes = rows.attributes(row);
    return attributes != null && attributes.runsOut;
  }

  /** How the holder is told that the tenure is over: what runs out is over for it. */
  EndReason endingTold(int row) {
    return rows.live(row) ? EndReason.EXPIRED : rows.ending(row);
  }

  /** How the tenure at {@code row}, which is over, came to its end. */
  EndReason endingOf(int row) {
    RareAttributes attributes = rows.attributes(row);
    if (attributes == null) {
      return EndReason.EXPIRED;
    }
    if (attributes.breaking() && clock.judged() >= rows.deadline(row)) {
      return EndReason.BROKEN;
    }
    EndReason bondEnding = attributes.link == null ? null : attributes.link.over;
    return bondEnding == null ? EndReason.EXPIRED : bondEnding;
  }

  /** Until when a lapsed lease stays with its holder: its deadline, when it has no hard ttl. */
  long hardDeadline(int row, RareAttributes attributes) {
    long hardDeadline = rows.deadline(row) + attributes.hardNanos(rows.ttlMillis(row));
    return attributes.maxLifetimeMillis == 0
        ? hardDeadline
        : Math.min(hardDeadline, attributes.lifetimeEnd);
  }

  boolean over(SessionLink link) {
    if (link.over != null) {
      return true;
    }
    LeaseId session = link.session;
    return isHome(session) && !isAlive(session.slot());
  }

  boolean isHome(LeaseId session) {
    return session.shard() == shard;
  }

  /** For people and for terms: never negative, rounded down. */
  long remainingMillis(int row) {
    return Math.max(0, (rows.deadline(row) - clock.now()) / 1_000_000);
  }

  /** How long ago the tenure at {@code row} ended. */
  long endedMillisAgo(int row) {
    return Math.max(0, (clock.judged() - rows.deadline(row)) / 1_000_000);
  }

  /** Rounded down; 0 also of a lease that has no maxLifetime. */
  long lifetimeLeftMillis(int row) {
    RareAttributes attributes = rows.attributes(row);
    return attributes == null || attributes.maxLifetimeMillis == 0
        ? 0
        : Math.max(0, (attributes.lifetimeEnd - clock.now()) / 1_000_000);
  }

  private boolean asked(int row) {
    KeyEntry entry = ledger.findEntry(ledger.texts.key(row));
    return entry != null && entry.waiting() > 0;
  }
}
