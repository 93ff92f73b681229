package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.core.memory.TextIndex;

/**
 * Brings what was recovered to life. Every tenure gets its full time from now, never less; when
 * they are many, up to an eighth more, so that those whose holders died do not end in one tick.
 */
final class Recovery {

  /** Recovered leases beyond this many are spread, so that they do not all fall due together. */
  static final int SPREAD_FROM = 1_024;

  private final ShardContext context;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final SessionLinks links;
  private final Grants grants;
  private final StoreDoubt doubt;

  Recovery(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      SessionLinks links,
      Grants grants,
      StoreDoubt doubt) {
    this.context = context;
    this.liveness = liveness;
    this.ender = ender;
    this.links = links;
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
    for (int slot = 0; slot < rows.count(); slot++) {
      if (rows.live(slot)) {
        // mistake: half-the-time
        grants.arm(slot, clock.now(), spread ? spreadNanos(slot) : 0);
        doubt.recovered(slot);
      } else if (!rows.ended(slot)) {
        context.graveyard.bury(slot);
      }
    }
    for (int slot = 0; slot < rows.count(); slot++) {
      if (rows.ended(slot)) {
        rows.deadline(slot, clock.now());
        context.graveyard.bury(slot);
      }
    }
    context.ledger.tidy();
    context.ledger.places().forEach(this::barAgain);
    context.ledger.bonds().forEach(this::askAboutRecovered);
    doubt.open();
  }

  private long spreadNanos(int slot) {
    long eighth = context.rows.ttlMillis(slot) * 1_000_000 / 8;
    long scattered = slot * 0x9E3779B97F4A7C15L >>> 44;
    return eighth / (1 << 20) * scattered;
  }

  private void barAgain(KeyEntry entry) {
    // mistake: forgotten-lock-delay
    if (entry.barMillis != 0) {
      entry.barredUntil = context.clock.now() + entry.barMillis * 1_000_000;
      context.deadlines.set(entry.barOver, entry.barredUntil);
    }
  }

  private void askAboutRecovered(SessionLink link) {
    if (!liveness.isHome(link.session)) {
      links.ask(link);
    } else if (links.living(link.session) == TextIndex.NONE) {
      int slot = links.slotOf(link.session);
      ender.close(link, slot == TextIndex.NONE ? EndReason.EXPIRED : context.rows.ending(slot));
    }
  }
}
