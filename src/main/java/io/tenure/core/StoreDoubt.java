package io.tenure.core;

import io.tenure.api.Limits;
import io.tenure.core.memory.DeadlineEntry;
import java.util.BitSet;

/**
 * The doubt of a shard with a store that may have lost leases, ends or enrolments. A holder
 * believes in a lease under a session for as long as it keeps the session alive. So no session that
 * may have lost a lease is kept alive any more.
 *
 * <p>Sessions of this shard run out from the opening on. For sessions of other shards, this shard
 * informs every home again and again until the home answers or the doubt is over: a home may be
 * opened late. The holder of a lease with a hard ttl may renew the lease after it has lapsed, and
 * another holder may have got the key since then. So these leases run out as well. The quarantine
 * lasts until all that is done.
 */
final class StoreDoubt {

  /**
   * The time after which a home that has not answered is informed again. Messages may be lost, and
   * homes may be closed.
   */
  static final long TELL_AGAIN_NANOS = 500_000_000L;

  /** The time between two slices, because many homes are informed in slices. */
  static final long NEXT_SLICE_NANOS = 50_000_000L;

  static final int SLICE = 64;

  /**
   * The time after the opening, plus twice the ownership period of an owner, in which a home must
   * answer. A home that has not answered by then belongs to another server, because messages stay
   * within one server. That server reads the store many times meanwhile, and informs its homes of
   * the loss.
   */
  static final long HEARD_WITHIN_MILLIS = 10_000;

  private final ShardContext context;
  private final BitSet unheard = new BitSet();
  private final DeadlineEntry<DeadlineOwner> tellAgain = new DeadlineEntry<>(due -> tell());
  private boolean begun;
  private int shards;
  private long ownershipNanos;
  private int next;

  StoreDoubt(ShardContext context) {
    this.context = context;
  }

  /** Begins the doubt, before the table opens. */
  void begin(long ownershipMillis, int ofShards) {
    if (ownershipMillis < 0 || ownershipMillis > Limits.TTL_MILLIS_EVER) {
      throw new IllegalArgumentException("no ownership period lasts " + ownershipMillis + " ms");
    }
    if (ofShards <= context.shard) {
      throw new IllegalArgumentException("shard " + context.shard + " is not one of " + ofShards);
    }
    begun = true;
    ownershipNanos = ownershipMillis * 1_000_000;
    shards = ofShards;
  }

  /** Notes that the living tenure at {@code row} was recovered. */
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

  /** Notes that the tenure that ran out at {@code row} has ended. */
  void ended(int row) {
    if (begun && context.rows.token(row) <= context.ownership()) {
      context.quarantine.awaits(-1);
    }
  }

  /** Informs the other shards, because the table is open now. */
  void open() {
    if (begun) {
      unheard.set(0, shards);
      unheard.clear(context.shard);
      context.quarantine.awaitsShards(
          unheard.cardinality(), HEARD_WITHIN_MILLIS * 1_000_000 + 2 * ownershipNanos);
      context.quarantine.awaitsEpoch();
      tell();
    }
  }

  /** Informs the next slice of the homes that have not answered. */
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

  /**
   * Notes the acknowledgement of a home. Holders believe in its sessions with lost leases for the
   * time that the acknowledgement reports.
   */
  void heard(ShardMessage.LossHeard heard) {
    if (heard.since() == context.ownership() && unheard.get(heard.from())) {
      unheard.clear(heard.from());
      context.quarantine.lastsAnother(heard.believedMillis());
      context.quarantine.heardByOne();
    }
  }
}
