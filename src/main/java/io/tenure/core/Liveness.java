package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;

/** Judges by the lease clock whether a tenure is in time, lapsed or over. It ends no tenure. */
final class Liveness {

  enum State {
    IN_TIME,
    /**
     * The ttl is over. The lease stays with its holder until its hard ttl is over or a caller asks
     * for the key (as in HDFS).
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

  /** Returns the state of a row that is marked as live. */
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
   * Returns whether no renewal extends this living tenure any more. The reason is that leases of
   * the session, or leases that came after this lease, may be lost.
   */
  boolean runsOut(int row) {
    if (rows.isSession(row)) {
      return rows.special(row);
    }
    RareAttributes attributes = rows.attributes(row);
    return attributes != null && attributes.runsOut;
  }

  /**
   * Returns the end that is reported to the holder. A tenure that runs out is reported as expired.
   */
  EndReason endingTold(int row) {
    return rows.live(row) ? EndReason.EXPIRED : rows.ending(row);
  }

  /** Returns the reason for the end of the tenure at {@code row}, which is over. */
  EndReason endingOf(int row) {
    RareAttributes attributes = rows.attributes(row);
    if (attributes == null) {
      return EndReason.EXPIRED;
    }
    if (attributes.breaking() && clock.judged() >= rows.deadline(row)) {
      return EndReason.BROKEN;
    }
    EndReason linkEnd = attributes.link == null ? null : attributes.link.over;
    return linkEnd == null ? EndReason.EXPIRED : linkEnd;
  }

  /**
   * Returns the time until which a lapsed lease stays with its holder: its deadline, when it has no
   * hard ttl.
   */
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
    return isHome(session) && !isAlive(session.row());
  }

  /**
   * Whether leases may begin under the session of the link: it is not over, nor does it run out.
   */
  boolean takesLeases(SessionLink link) {
    LeaseId session = link.session;
    return !over(link) && !(isHome(session) ? runsOut(session.row()) : link.runsOut);
  }

  boolean isHome(LeaseId session) {
    return session.shard() == shard;
  }

  /**
   * Returns the remaining time of the tenure, for people and for validities. The time is never
   * negative, and rounded down.
   */
  long remainingMillis(int row) {
    return Math.max(0, (rows.deadline(row) - clock.now()) / 1_000_000);
  }

  /** Returns the time since the end of the tenure at {@code row}. */
  long endedMillisAgo(int row) {
    return Math.max(0, (clock.judged() - rows.deadline(row)) / 1_000_000);
  }

  /**
   * Returns the time until the maxLifetime is over, rounded down. The result is 0 also for a lease
   * without a maxLifetime.
   */
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
