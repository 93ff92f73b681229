package io.tenure.core;

import io.tenure.api.Limits;
import io.tenure.core.memory.DeadlineEntry;
import java.util.BitSet;

/**
 * The doubt of a shard whose store may have lost leases, ends or enrolments. A holder believes in a
 * lease under a session for as long as it keeps that alive: so no session that may have lost one is
 * kept alive any more. Those of this shard run out from the opening on; of those whose homes are
 * other shards, every home is told again and again until it answers, or the doubt is over: a home
 * may be opened late. The holder of a lease with a hard ttl renews it when it has lapsed, and
 * another may have got the key since: those run out as well. The quarantine lasts until all that is
 * done.
 */
final class StoreDoubt {

  /** Words may be lost, and homes be closed: one that has not answered is told again this soon. */
  static final long TELL_AGAIN_NANOS = 500_000_000L;

  /** Many homes are told in slices, a slice at each deadline, this long apart. */
  static final long NEXT_SLICE_NANOS = 50_000_000L;

  static final int SLICE = 64;

  /**
   * A home that has not answered so long after the opening, and twice the ownership period of an
   * owner, belongs to another server: words stay within one. That server looks into the store many
   * times meanwhile, and tells its homes what it finds.
   */
  static final long HEARD_WITHIN_MILLIS = 10_000;

  private final ShardContext context;
  private final BitSet unheard = new BitSet();
  private final DeadlineEntry tellAgain = new DeadlineEntry(this);
  private boolean begun;
  private int shards;
  private long ownershipNanos;
  private int next;

  StoreDoubt(ShardContext context) {
    this.context = context;
  }

  /** Before the table opens. */
  void begin(long ownershipMillis, int ofShards) {
    if (ownershipMillis < 0 || ownershipMillis > Limits.TTL_MILLIS_EVER) {
      throw new IllegalArgumentException("no ownership has a term of " + ownershipMillis + " ms");
    }
    if (ofShards <= context.shard) {
      throw new IllegalArgumentException("shard " + context.shard + " is not one of " + ofShards);
    }
    begun = true;
    ownershipNanos = ownershipMillis * 1_000_000;
    shards = ofShards;
  }

  /** What lives was recovered. */
  void recovered(int row) {
    if (begun && makeRunOut(row)) {
      context.quarantine.awaits(1);
    }
  }

  private boolean makeRunOut(int row) {
    if (context.rows.isSession(row)) {
      context.rows.makeSpecial(row);
      return true;
    }
    RareAttributes attributes = context.rows.attributes(row);
    if (attributes == null || !attributes.hard(context.rows.ttlMillis(row))) {
      return false;
    }
    attributes.runsOut = true;
    return true;
  }

  /** What ran out at {@code row} has ended. */
  void ended(int row) {
    if (begun && context.rows.token(row) <= context.ownership()) {
      context.quarantine.awaits(-1);
    }
  }

  /** The table is open: tells the other shards. */
  void open() {
    if (begun) {
      unheard.set(0, shards);
      unheard.clear(context.shard);
      context.quarantine.awaitsShards(
          unheard.cardinality(), HEARD_WITHIN_MILLIS * 1_000_000 + 2 * ownershipNanos);
      // mistake: numbers-of-the-doubt
      context.quarantine.awaitsEpoch();
      tell();
    }
  }

  /** Tells the next slice of those that have not answered. */
  void tell() {
    for (int told = 0; told < SLICE && next >= 0; told++) {
      next = unheard.nextSetBit(next);
      if (next >= 0) {
        context.tell(next++, 0, new ShardMessage.Lost(context.shard, context.ownership()));
      }
    }
    boolean round = next < 0 || unheard.nextSetBit(next) < 0;
    if (round) {
      next = 0;
    }
    if (!unheard.isEmpty() && context.quarantine.inDoubt()) {
      long wait = round ? TELL_AGAIN_NANOS : NEXT_SLICE_NANOS;
      context.deadlines.set(tellAgain, context.clock.now() + wait);
    }
  }

  /** A home has heard it: its sessions that lost something are believed in for so much longer. */
  void heard(ShardMessage.LossHeard heard) {
    if (heard.since() == context.ownership() && unheard.get(heard.from())) {
      unheard.clear(heard.from());
      context.quarantine.lastsAnother(heard.believedMillis());
      context.quarantine.heardByOne();
    }
  }
}
