package io.tenure.core;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lets sessions of this shard run out when another shard may have lost leases of them. Their
 * holders believe in leases that no shard has any more. One pass over all rows, in slices of turns,
 * answers every shard with a message that arrived before the pass began.
 */
final class DoubtfulSessions {

  /** The rows of one slice. Most rows need no change, but each of them may need one. */
  static final int ROWS_PER_TURN = 512;

  private static final String REASON = "leases of it may be lost";

  private final ShardContext context;
  private final LeaseRows rows;
  private final Liveness liveness;

  /**
   * By shard, the reported losses that the next pass looks for. {@link #sought} has those of this
   * pass.
   */
  private Map<Integer, Long> heard = new TreeMap<>();

  private Map<Integer, Long> sought = new TreeMap<>();

  /** By shard, the last ownership that has asked this shard about a session. */
  private final Map<Integer, Long> asking = new HashMap<>();

  private int row;
  private long believedMillis;

  DoubtfulSessions(ShardContext context, Liveness liveness) {
    this.context = context;
    this.rows = context.rows;
    this.liveness = liveness;
  }

  void asks(int guest, long since) {
    if (asking.getOrDefault(guest, Long.MIN_VALUE) < since) {
      asking.put(guest, since);
    }
  }

  /**
   * Notes a loss for the next pass. A repeated message has no effect while a pass looks for its
   * loss.
   */
  void hear(ShardMessage.Lost lost) {
    if (sought.getOrDefault(lost.from(), Long.MIN_VALUE) < lost.since()) {
      heard.merge(lost.from(), lost.since(), Math::max);
    }
  }

  /** Looks at a slice of the rows. Returns true when there is more. */
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
    for (SessionGuestShard guest : link.guests) {
      if (mayHaveLost(guest)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether the guest may have lost leases. An ownership other than the one in doubt is an
   * earlier one, even if its number is larger: its claim is lost, and had its number from a clock
   * that was ahead. But all ownerships that ask here belong to this server, which numbers its own
   * in order: if a later one has asked already, the message is too late.
   */
  private boolean mayHaveLost(SessionGuestShard guest) {
    Long doubting = sought.get(guest.shard());
    return doubting != null
        && doubting != guest.since()
        && doubting >= asking.getOrDefault(guest.shard(), doubting);
  }

  /**
   * Acknowledges the loss once all changes are durable: then the guest grants the lost keys to
   * other holders.
   */
  private void acknowledge(int guest, long since) {
    context.tell(
        guest, context.last(), new ShardMessage.LossHeard(context.shard, since, believedMillis));
  }
}
