package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** Finds the bond of a session, here or on another shard, and asks at home when it is elsewhere. */
final class Bonds {

  /** Asked again this soon when home does not answer: words may be lost. */
  static final long ASK_RETRY_NANOS = 500_000_000L;

  /** Asked again at least this often: home may have forgotten who asked, and its word been lost. */
  static final long ASK_AGAIN_NANOS_MAX = 10_000_000_000L;

  private final Desk desk;
  private final Judge judge;
  private final Endings endings;

  Bonds(Desk desk, Judge judge, Endings endings) {
    this.desk = desk;
    this.judge = judge;
    this.endings = endings;
  }

  /** Whether finding it would mean asking another shard about a session not known here. */
  boolean unknown(Handle session) {
    Bond bond = desk.ledger.bondOf(session);
    return !judge.isHome(session) && (bond == null || !bond.confirmed);
  }

  /**
   * Null when the session is over for its holder or never was. A bond not confirmed is worth
   * waiting for.
   */
  @Nullable Bond find(Handle session) {
    return judge.isHome(session) ? atHome(session) : elsewhere(session);
  }

  /** The living session of this shard, or {@link Index#NONE}. A lapsed one ends here and now. */
  int living(Handle session) {
    int slot = slotOf(session);
    if (slot == Index.NONE || !desk.slots.live(slot)) {
      return Index.NONE;
    }
    if (!judge.stands(slot)) {
      endings.endSession(slot, Ending.EXPIRED);
      return Index.NONE;
    }
    return slot;
  }

  /** The living session of this shard if its holder may keep it alive, or {@link Index#NONE}. */
  int kept(Handle session) {
    int slot = living(session);
    return slot == Index.NONE || judge.runsOut(slot) ? Index.NONE : slot;
  }

  /** The slot of a session that lives or is remembered, or {@link Index#NONE}. */
  int slotOf(Handle session) {
    if (!judge.isHome(session)) {
      return Index.NONE;
    }
    return desk.slots.find(
        Slots.SESSION,
        session.slot(),
        session.generation(),
        session.secretHigh(),
        session.secretLow());
  }

  /** Asks home, by the same question until it is answered. */
  void ask(Bond bond) {
    if (bond.question == 0) {
      bond.question = desk.secret() | 1;
    }
    desk.tell(
        bond.session.shard(),
        0,
        new Word.Ask(bond.session, desk.shard, desk.ownership(), bond.question));
    desk.alarms.set(bond.askAgain, desk.clock.now() + ASK_RETRY_NANOS);
  }

  void answered(Bond bond, long askAgainMillis) {
    bond.question = 0;
    long nanos = Math.min(askAgainMillis * 1_000_000, ASK_AGAIN_NANOS_MAX);
    desk.alarms.set(bond.askAgain, desk.clock.now() + nanos);
  }

  private @Nullable Bond atHome(Handle session) {
    if (kept(session) == Index.NONE) {
      return null;
    }
    Bond bond = desk.ledger.bond(session);
    bond.confirmed = true;
    return bond;
  }

  private @Nullable Bond elsewhere(Handle session) {
    Bond bond = desk.ledger.bond(session);
    if (bond.over != null) {
      return null;
    }
    if (!bond.confirmed && !bond.askAgain.isSet()) {
      ask(bond);
    }
    return bond;
  }
}
