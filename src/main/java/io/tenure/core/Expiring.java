package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.core.memory.Wheel;
import java.util.List;

/**
 * Decides by {@link Liveness} which leases are over, has {@link TenureEnder} end them, and serves
 * the queues of their keys. It does the same for sessions, which have no queue.
 */
final class Expiring implements Wheel.Due {

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final KeyQueues queues;

  Expiring(ShardContext context, Liveness liveness, TenureEnder ender, KeyQueues queues) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.queues = queues;
  }

  /**
   * Looks at the row, because the time for which it was parked has come. The present deadline of
   * the row decides what happens.
   */
  @Override
  public void look(int row) {
    if (!rows.live(row)) {
      return;
    }
    Liveness.State state = liveness.state(row);
    if (state == Liveness.State.IN_TIME) {
      if (rows.deadline(row) != Liveness.NEVER) {
        context.wheel.park(row, rows.deadline(row));
      }
    } else if (rows.isSession(row)) {
      ender.endSession(row, EndReason.EXPIRED);
    } else if (state == Liveness.State.OVER) {
      expire(row);
    } else {
      RareAttributes attributes = rows.attributes(row);
      if (attributes != null) {
        context.wheel.park(row, liveness.hardDeadline(row, attributes));
      }
    }
  }

  @Override
  public long touch(int row) {
    return ledger.texts.touch(row);
  }

  /** Has the lease at {@code row} ended, which is over, and serves the queue of its key. */
  void expire(int row) {
    Key key = ledger.texts.key(row);
    ender.expire(row);
    // mistake: unserved-queue
    queues.serve(key);
  }

  /**
   * Returns the rows of the leases of the key that are not over. Has the leases ended that are
   * over, and then serves the queue of the key.
   */
  List<Integer> aliveHolders(Key key) {
    List<Integer> holders = ledger.holders(key);
    List<Integer> over = holders.stream().filter(row -> !liveness.isAlive(row)).toList();
    if (over.isEmpty()) {
      return holders;
    }
    over.forEach(ender::expire);
    queues.serve(key);
    return ledger.holders(key);
  }
}
