package io.tenure.core;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lets the sessions of this shard run out of which another shard may have lost leases: their
 * holders believe in what nothing keeps any more. One pass over all rows, in slices of turns,
 * answers every shard that was heard before it began.
 */
final class SessionsInDoubt {

  /** Most are passed over by one look; each of them may be a change. */
  static final int ROWS_PER_TURN = 512;

  private static final String REASON = "leases of it may be lost";

  private final ShardContext context;
  private final LeaseRows rows;
  private final Liveness liveness;

  /** By shard, what the next pass is to look for, and the present one looks for. */
  private Map<Integer, Long> heard = new TreeMap<>();

  private Map<Integer, Long> sought = new TreeMap<>();

  /** By shard, the last ownership that has asked here about a session. */
  private final Map<Integer, Long> asking = new HashMap<>();

  private int row;
  private long believedMillis;

  SessionsInDoubt(ShardContext context, Liveness liveness) {
    this.context = context;
    this.rows = context.rows;
    this.liveness = liveness;
  }

  void asks(int guest, long since) {
    if (asking.getOrDefault(guest, Long.MIN_VALUE) < since) {
      asking.put(guest, since);
    }
  }

  /** The same word again, while it is seen to, is no new one. */
  void hear(ShardMessage.Lost lost) {
    if (sought.getOrDefault(lost.from(), Long.MIN_VALUE) < lost.since()) {
      heard.merge(lost.from(), lost.since(), Math::max);
    }
  }

  /** Looks at a slice of the rows. True: there is more. */
  boolean look() {
    if (sought.isEmpty()) {
      if (heard.isEmpty()) {
        return false;
      }
      Map<Integer, Long> empty = sought;
      sought = heard;
      heard = empty;
      row = 0;
      believedMillis = 0;
    }
    int end = Math.min(rows.count(), row + ROWS_PER_TURN);
    while (row < end) {
      look(row++);
    }
    if (row < rows.count()) {
      return true;
    }
    sought.forEach(this::acknowledge);
    sought.clear();
    return !heard.isEmpty();
  }

  private void look(int at) {
    if (!rows.live(at) || !rows.isSession(at) || !liveness.isAlive(at)) {
      return;
    }
    long millis = liveness.remainingMillis(at) + 1;
    if (liveness.runsOut(at)) {
      believedMillis = Math.max(believedMillis, millis);
    } else if (mayHaveLost(at)) {
      context.commit(at, new Change.EndAfterGrace(at, rows.token(at), millis, REASON, null));
      believedMillis = Math.max(believedMillis, millis);
    }
  }

  private boolean mayHaveLost(int at) {
    SessionLink link = context.ledger.linkAt(at);
    if (link == null) {
      return false;
    }
    for (GuestShard guest : link.guests) {
      if (mayHaveLost(guest)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Another ownership than the one that doubts is an earlier one, though its number may be larger:
   * its claim is lost, and had its number by a clock that was ahead. But those that ask here are
   * all of this server, which numbers its own in order: after a later one the word comes too late.
   */
  private boolean mayHaveLost(GuestShard guest) {
    Long doubting = sought.get(guest.shard());
    return doubting != null
        && doubting != guest.since()
        && doubting >= asking.getOrDefault(guest.shard(), doubting);
  }

  /** Behind all that was changed: that shard grants to others what it has lost. */
  private void acknowledge(int guest, long since) {
    context.tell(
        guest, context.last(), new ShardMessage.LossHeard(context.shard, since, believedMillis));
  }
}
