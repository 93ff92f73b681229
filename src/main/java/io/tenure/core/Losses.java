package io.tenure.core;

import java.util.Map;
import java.util.TreeMap;

/**
 * Lets the sessions of this shard run out of which another shard may have lost leases: their
 * holders believe in what nothing keeps any more. One pass over all slots, in slices of turns,
 * answers every shard that was heard before it began.
 */
final class Losses {

  /** Most are passed over by one look; each of them may be a change. */
  static final int SLOTS_PER_TURN = 512;

  private static final String REASON = "leases of it may be lost";

  private final Desk desk;
  private final Slots slots;
  private final Judge judge;

  /** By shard, what the next pass is to look for, and the present one looks for. */
  private Map<Integer, Long> heard = new TreeMap<>();

  private Map<Integer, Long> sought = new TreeMap<>();
  private int slot;
  private long believedMillis;

  Losses(Desk desk, Judge judge) {
    this.desk = desk;
    this.slots = desk.slots;
    this.judge = judge;
  }

  /** The same word again, while it is seen to, is no new one. */
  void hear(Word.Lost lost) {
    if (sought.getOrDefault(lost.from(), Long.MIN_VALUE) < lost.since()) {
      heard.merge(lost.from(), lost.since(), Math::max);
    }
  }

  /** Looks at a slice of the slots. True: there is more. */
  boolean look() {
    if (sought.isEmpty()) {
      if (heard.isEmpty()) {
        return false;
      }
      Map<Integer, Long> empty = sought;
      sought = heard;
      heard = empty;
      slot = 0;
      believedMillis = 0;
    }
    int end = Math.min(slots.count(), slot + SLOTS_PER_TURN);
    while (slot < end) {
      look(slot++);
    }
    if (slot < slots.count()) {
      return true;
    }
    sought.forEach(this::acknowledge);
    sought.clear();
    return !heard.isEmpty();
  }

  private void look(int at) {
    if (!slots.live(at) || !slots.isSession(at) || !judge.stands(at)) {
      return;
    }
    long millis = judge.remainingMillis(at) + 1;
    if (judge.runsOut(at)) {
      believedMillis = Math.max(believedMillis, millis);
    } else if (mayHaveLost(at)) {
      desk.commit(at, new Change.Doom(at, slots.token(at), millis, REASON, null));
      believedMillis = Math.max(believedMillis, millis);
    }
  }

  private boolean mayHaveLost(int at) {
    Bond bond = desk.ledger.bondAt(at);
    if (bond == null) {
      return false;
    }
    for (Guest guest : bond.guests) {
      if (guest.since() < sought.getOrDefault(guest.shard(), Long.MIN_VALUE)) {
        return true;
      }
    }
    return false;
  }

  /** Behind all that was changed: that shard grants to others what it has lost. */
  private void acknowledge(int guest, long since) {
    desk.tell(guest, desk.last(), new Word.LossHeard(desk.shard, since, believedMillis));
  }
}
