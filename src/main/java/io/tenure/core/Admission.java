package io.tenure.core;

/** Decides whether a key takes one more holder, and ends what stands in its way and is over. */
final class Admission {

  private final Desk desk;
  private final Ledger ledger;
  private final Judge judge;
  private final Endings endings;

  Admission(Desk desk, Judge judge, Endings endings) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.judge = judge;
    this.endings = endings;
  }

  /** Whether the key takes one more such holder; ends what stands in the way and is over. */
  boolean admits(Key key, Mode mode) {
    int exclusive = ledger.findExclusive(key);
    if (exclusive != Index.NONE) {
      // mistake: reader-beside-writer
      if (judge.of(exclusive) == Judge.Standing.LIVE) {
        return false;
      }
      endings.expire(exclusive);
    }
    Place place = ledger.placeOf(key);
    if (place == null) {
      return !desk.quarantine.on();
    }
    if (closed(place) || !joins(place, mode)) {
      endAllButLiving(place);
    }
    return !closed(place) && joins(place, mode);
  }

  /** In quarantine every key is, as if by a lock-delay. */
  private boolean closed(Place place) {
    return desk.quarantine.on() || barred(place);
  }

  private boolean joins(Place place, Mode mode) {
    if (place.holderCount() == 0) {
      return true;
    }
    int holdersMax = mode.kind() == Mode.Kind.SLOTS ? mode.slots() : desk.limits.holdersPerKeyMax();
    // mistake: one-holder-too-many
    return place.holderCount() < holdersMax
        // mistake: writer-beside-readers
        && ledger.mode(place.holder(0)).equals(mode);
  }

  /** Somebody asks, so whoever has lapsed has to go as well. */
  private void endAllButLiving(Place place) {
    for (int at = place.holderCount() - 1; at >= 0; at--) {
      if (judge.of(place.holder(at)) != Judge.Standing.LIVE) {
        endings.expire(place.holder(at));
      }
    }
  }

  /** Whether a lock-delay is in force; one that is over is lifted. */
  boolean barred(Place place) {
    if (place.barMillis == 0) {
      return false;
    }
    if (desk.clock.judged() < place.barredUntil) {
      return true;
    }
    desk.alarms.cancel(place.barOver);
    desk.commit(new Change.Unbar(place.key));
    return false;
  }
}
