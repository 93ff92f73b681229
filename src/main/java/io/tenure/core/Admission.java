package io.tenure.core;

import org.jspecify.annotations.Nullable;

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
  boolean admits(Key key, @Nullable Place place, Request.Acquire request) {
    if (place != null && barred(place)) {
      return false;
    }
    int holder = ledger.findExclusive(key);
    if (holder != Index.NONE) {
      if (judge.of(holder) == Judge.Standing.LIVE) {
        return false;
      }
      endings.expire(holder);
      return !barred(ledger.placeOf(key));
    }
    if (place == null || place.holderCount() == 0) {
      return true;
    }
    return joins(place, request.mode()) || clears(place, request.mode());
  }

  private boolean joins(Place place, Mode mode) {
    return sameMode(place, mode)
        && place.holderCount() < (mode.kind() == Mode.Kind.SLOTS ? mode.slots() : readersMax());
  }

  private boolean sameMode(Place place, Mode mode) {
    return ledger.mode(place.holder(0)).equals(mode);
  }

  private int readersMax() {
    return desk.limits.holdersPerKeyMax();
  }

  /** Ends the holders that are over or lapsed, when that makes room. */
  private boolean clears(Place place, Mode mode) {
    int living = 0;
    for (int at = 0; at < place.holderCount(); at++) {
      living += judge.of(place.holder(at)) == Judge.Standing.LIVE ? 1 : 0;
    }
    boolean sameMode = sameMode(place, mode);
    if (living == place.holderCount() || living > 0 && !sameMode) {
      return false;
    }
    for (int at = place.holderCount() - 1; at >= 0; at--) {
      if (judge.of(place.holder(at)) != Judge.Standing.LIVE) {
        endings.expire(place.holder(at));
      }
    }
    return !barred(place);
  }

  /** Whether a lock-delay is in force; one that is over is lifted. */
  boolean barred(@Nullable Place place) {
    if (place == null || place.barMillis == 0) {
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
