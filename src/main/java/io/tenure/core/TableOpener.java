package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.core.memory.TextIndex;

/**
 * Gives recovered tenures their time. Each tenure gets its full time from now, never less. When
 * there are many, they get up to an eighth more, so that the leases of dead holders do not all end
 * in one tick.
 */
final class TableOpener {

  /**
   * The number of recovered leases above which deadlines are spread, so that not all leases are due
   * together.
   */
  static final int SPREAD_FROM = 1_024;

  private final ShardContext context;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final SessionLookup sessionLookup;
  private final Grants grants;
  private final StoreDoubt doubt;

  TableOpener(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      SessionLookup sessionLookup,
      Grants grants,
      StoreDoubt doubt) {
    this.context = context;
    this.liveness = liveness;
    this.ender = ender;
    this.sessionLookup = sessionLookup;
    this.grants = grants;
    this.doubt = doubt;
  }

  void open(long nowNanos) {
    LeaseClock clock = context.clock;
    clock.start(nowNanos);
    context.open();
    context.history().start(context.revision(), context.wallSeconds());
    LeaseRows rows = context.rows;
    boolean spread = rows.count() > SPREAD_FROM;
    for (int row = 0; row < rows.count(); row++) {
      if (rows.live(row)) {
        // mistake: half-the-time
        grants.arm(row, clock.now(), spread ? spreadNanos(row) : 0);
        doubt.recovered(row);
      } else if (!rows.ended(row)) {
        context.graveyard.bury(row);
      }
    }
    for (int row = 0; row < rows.count(); row++) {
      if (rows.ended(row)) {
        rows.deadline(row, clock.now());
        context.graveyard.bury(row);
      }
    }
    context.ledger.tidy();
    context.ledger.entries().forEach(this::restartLockDelay);
    context.ledger.links().forEach(this::askAboutRecovered);
    doubt.open();
  }

  private long spreadNanos(int row) {
    long eighth = context.rows.ttlMillis(row) * 1_000_000 / 8;
    long scattered = row * 0x9E3779B97F4A7C15L >>> 44;
    return eighth / (1 << 20) * scattered;
  }

  private void restartLockDelay(KeyEntry entry) {
    // mistake: forgotten-lock-delay
    if (entry.lockDelayMillis != 0) {
      entry.lockedUntil = context.clock.now() + entry.lockDelayMillis * 1_000_000;
      context.deadlines.set(entry.lockDelayEnd, entry.lockedUntil);
    }
  }

  private void askAboutRecovered(SessionLink link) {
    if (!liveness.isHome(link.session)) {
      sessionLookup.ask(link);
    } else if (sessionLookup.living(link.session) == TextIndex.NONE) {
      int row = sessionLookup.rowOf(link.session);
      ender.close(link, row == TextIndex.NONE ? EndReason.EXPIRED : context.rows.ending(row));
    }
  }
}
