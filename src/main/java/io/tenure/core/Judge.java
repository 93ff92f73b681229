package io.tenure.core;

/** Judges by the lease clock and a tenure's terms whether it still stands; ends nothing. */
final class Judge {

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
  private final Slots slots;
  private final int shard;

  Judge(Desk desk) {
    clock = desk.clock;
    ledger = desk.ledger;
    slots = desk.slots;
    shard = desk.shard;
  }

  /** Of a slot that is live by its state. */
  Standing of(int slot) {
    boolean inTime = clock.judged() < slots.deadline(slot);
    Terms terms = slots.special(slot) ? slots.terms(slot) : null;
    if (terms == null) {
      return inTime ? Standing.LIVE : Standing.OVER;
    }
    if (terms.bond != null && over(terms.bond)) {
      return Standing.OVER;
    }
    if (inTime) {
      return Standing.LIVE;
    }
    return clock.judged() < keptUntil(slot, terms) && !asked(slot)
        ? Standing.LAPSED
        : Standing.OVER;
  }

  boolean stands(int slot) {
    return slots.live(slot) && of(slot) != Standing.OVER;
  }

  /**
   * Of a tenure that lives: whether nothing extends it any more, because leases of the session, or
   * those that came after the lease, may be lost.
   */
  boolean runsOut(int slot) {
    if (slots.isSession(slot)) {
      return slots.special(slot);
    }
    Terms terms = slots.terms(slot);
    return terms != null && terms.runsOut;
  }

  /** How the holder is told that the tenure is over: what runs out is over for it. */
  Ending endingTold(int slot) {
    return slots.live(slot) ? Ending.EXPIRED : slots.ending(slot);
  }

  /** How the tenure at {@code slot}, which is over, came to its end. */
  Ending endingOf(int slot) {
    Terms terms = slots.terms(slot);
    if (terms == null) {
      return Ending.EXPIRED;
    }
    if (terms.breaking() && clock.judged() >= slots.deadline(slot)) {
      return Ending.BROKEN;
    }
    Ending bondEnding = terms.bond == null ? null : terms.bond.over;
    return bondEnding == null ? Ending.EXPIRED : bondEnding;
  }

  /** Until when a lapsed lease is kept: its deadline, when it has no hard term. */
  long keptUntil(int slot, Terms terms) {
    long kept = slots.deadline(slot) + terms.keptNanos(slots.ttlMillis(slot));
    return terms.maxLifetimeMillis == 0 ? kept : Math.min(kept, terms.lifetimeEnd);
  }

  boolean over(Bond bond) {
    if (bond.over != null) {
      return true;
    }
    Handle session = bond.session;
    return isHome(session) && !stands(session.slot());
  }

  boolean isHome(Handle session) {
    return session.shard() == shard;
  }

  /** For people and for terms: never negative, rounded down. */
  long remainingMillis(int slot) {
    return Math.max(0, (slots.deadline(slot) - clock.now()) / 1_000_000);
  }

  /** Rounded down; 0 also of a lease that has no maxLifetime. */
  long lifetimeLeftMillis(int slot) {
    Terms terms = slots.terms(slot);
    return terms == null || terms.maxLifetimeMillis == 0
        ? 0
        : Math.max(0, (terms.lifetimeEnd - clock.now()) / 1_000_000);
  }

  private boolean asked(int slot) {
    Place place = ledger.placeOf(ledger.key(slot));
    return place != null && place.waiting() > 0;
  }
}
