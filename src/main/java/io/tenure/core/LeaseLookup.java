package io.tenure.core;

import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.core.memory.TextIndex;

/** Finds the lease that a caller names, or answers why the caller cannot use it. */
final class LeaseLookup {

  /**
   * The result for a lease that is over but cannot be ended now. Only a renewal gets this result:
   * all other requests are refused while the shard has no numbers left.
   */
  static final int UNDECIDED = -2;

  private final ShardContext context;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final Expiring expiring;

  LeaseLookup(ShardContext context, Liveness liveness, Expiring expiring) {
    this.context = context;
    this.rows = context.rows;
    this.liveness = liveness;
    this.expiring = expiring;
  }

  /**
   * Returns the row of a lease that lives or is remembered. A lease that is over ends now, or is
   * {@link #UNDECIDED} when the shard has no number left for its end. Returns {@link
   * TextIndex#NONE} when there was no such lease, or when its row has a new lease: the next holder
   * of the key may have got the same row.
   */
  int find(int row, int generation, long secretHigh, long secretLow) {
    int found = rows.find(LeaseRows.LEASE, row, generation, secretHigh, secretLow);
    // mistake: judged-by-the-wheel
    if (found == TextIndex.NONE || !rows.live(row) || liveness.isAlive(row)) {
      return found;
    }
    if (!context.ready()) {
      return UNDECIDED;
    }
    expiring.expire(row);
    return rows.find(LeaseRows.LEASE, row, generation, secretHigh, secretLow);
  }

  int find(LeaseId lease) {
    return lease.shard() == context.shard
        ? find(lease.row(), lease.generation(), lease.secretHigh(), lease.secretLow())
        : TextIndex.NONE;
  }

  /**
   * Returns the row of {@code lease} if it lives for its holder. Otherwise answers the caller, and
   * returns {@code NONE}.
   */
  int findLiving(long ticket, LeaseId lease) {
    int row = find(lease);
    if (row == TextIndex.NONE) {
      refuseUnknown(ticket, lease);
      return TextIndex.NONE;
    }
    if (!rows.live(row) || liveness.runsOut(row)) {
      answerOver(ticket, row);
      return TextIndex.NONE;
    }
    return row;
  }

  void refuseUnknown(long ticket, LeaseId lease) {
    context.reply(
        ticket,
        context.behind(lease.row()),
        new Refusal.Refused(Outcome.NOT_FOUND, "lease", "no such lease; acquire the key"));
  }

  void answerOver(long ticket, int row) {
    context.reply(
        ticket,
        context.behind(row),
        new Refusal.Over(liveness.endingTold(row), liveness.endedMillisAgo(row), rows.token(row)));
  }
}
