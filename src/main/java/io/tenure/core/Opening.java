package io.tenure.core;

/**
 * Brings what was recovered to life. Every tenure gets its full time from now, never less; when
 * they are many, up to an eighth more, so that those whose holders died do not end in one tick.
 */
final class Opening {

  /** Recovered leases beyond this many are spread, so that they do not all fall due together. */
  static final int SPREAD_FROM = 1_024;

  private final Desk desk;
  private final Judge judge;
  private final Endings endings;
  private final Bonds bonds;
  private final Grants grants;
  private final Doubt doubt;

  Opening(Desk desk, Judge judge, Endings endings, Bonds bonds, Grants grants, Doubt doubt) {
    this.desk = desk;
    this.judge = judge;
    this.endings = endings;
    this.bonds = bonds;
    this.grants = grants;
    this.doubt = doubt;
  }

  void open(long nowNanos) {
    LeaseClock clock = desk.clock;
    clock.start(nowNanos);
    desk.open();
    desk.history().start(desk.revision(), desk.wallSeconds());
    Slots slots = desk.slots;
    boolean spread = slots.count() > SPREAD_FROM;
    for (int slot = 0; slot < slots.count(); slot++) {
      if (slots.live(slot)) {
        // mistake: half-the-time
        grants.arm(slot, clock.now(), spread ? spreadNanos(slot) : 0);
        doubt.recovered(slot);
      } else if (!slots.ended(slot)) {
        desk.graveyard.bury(slot);
      }
    }
    for (int slot = 0; slot < slots.count(); slot++) {
      if (slots.ended(slot)) {
        slots.deadline(slot, clock.now());
        desk.graveyard.bury(slot);
      }
    }
    desk.ledger.tidy();
    desk.ledger.places().forEach(this::barAgain);
    desk.ledger.bonds().forEach(this::askAboutRecovered);
    doubt.open();
  }

  private long spreadNanos(int slot) {
    long eighth = desk.slots.ttlMillis(slot) * 1_000_000 / 8;
    long scattered = slot * 0x9E3779B97F4A7C15L >>> 44;
    return eighth / (1 << 20) * scattered;
  }

  private void barAgain(Place place) {
    // mistake: forgotten-lock-delay
    if (place.barMillis != 0) {
      place.barredUntil = desk.clock.now() + place.barMillis * 1_000_000;
      desk.alarms.set(place.barOver, place.barredUntil);
    }
  }

  private void askAboutRecovered(Bond bond) {
    if (!judge.isHome(bond.session)) {
      bonds.ask(bond);
    } else if (bonds.living(bond.session) == Index.NONE) {
      int slot = bonds.slotOf(bond.session);
      endings.close(bond, slot == Index.NONE ? Ending.EXPIRED : desk.slots.ending(slot));
    }
  }
}
