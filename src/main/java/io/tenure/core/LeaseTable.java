package io.tenure.core;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Limits;
import io.tenure.api.Request;
import io.tenure.core.memory.Arena;
import io.tenure.core.memory.DeadlineEntry;
import io.tenure.core.memory.TextIndex;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Decides how a request or the passing of time changes the leases of one shard. The table belongs
 * to the shard loop, receives the monotonic time with every call, and has {@link Out} as its only
 * output.
 *
 * <p>The owner calls {@link #replay} with the stored changes, {@link #enter} with the claimed
 * epoch, {@link #quarantine} and {@link #doubt} when the store may have lost something, and {@link
 * #open}. Requests, messages, ticks, and {@link #settled} for durable changes follow. A table with
 * changes that were refused is discarded and replaced by a new one: it never rolls back.
 */
public final class LeaseTable {

  /** The most leases ended, waits given up, and graves swept in one turn: about 0.1 ms of work. */
  static final int LEASES_PER_TURN = 128;

  private final TableParts parts;
  private final ShardContext context;
  private final LeaseClock clock;
  private final Renewing renewing;
  private final RequestValidator validator;
  private final RequestDispatch dispatch;
  private final DeadlineDispatch deadlines;

  /** {@code secrets} makes leaseIds unguessable: a cryptographic source, except in tests. */
  public LeaseTable(int shard, Limits limits, LongSupplier secrets, Out out) {
    this(shard, limits, secrets, out, new TableMeter());
  }

  /** {@code tableMeter} continues to count where a former table of the shard stopped. */
  public LeaseTable(
      int shard, Limits limits, LongSupplier secrets, Out out, TableMeter tableMeter) {
    this(shard, limits, secrets, out, tableMeter, new Arena());
  }

  /** {@code arena} limits the size of all texts in the table. */
  LeaseTable(
      int shard, Limits limits, LongSupplier secrets, Out out, TableMeter tableMeter, Arena arena) {
    parts = new TableParts(new ShardContext(shard, limits, secrets, out, tableMeter, arena));
    context = parts.context;
    clock = context.clock;
    renewing = parts.renewing;
    validator = new RequestValidator(limits);
    dispatch = new RequestDispatch(parts);
    deadlines = new DeadlineDispatch(parts);
  }

  /** Applies a change from the store during recovery, before {@link #open}. */
  public void replay(Change change) {
    context.ledger.replay(change);
  }

  /**
   * Continues the tokens under {@code epoch}, at the start and after {@link Out#epochWanted}.
   * {@code microsOfSecond}, 0 to 999,999, is from the wall clock, read together with the seconds
   * with which the epoch was claimed.
   */
  public void enter(long epoch, int microsOfSecond) {
    context.enter(epoch, microsOfSecond, true);
  }

  /**
   * Continues the tokens as {@link #enter} does, under an epoch that the store gave while it lacked
   * durable changes. The store was not asked then what other servers have noted, so this epoch ends
   * no quarantine.
   */
  public void enterTorn(long epoch, int microsOfSecond) {
    context.enter(epoch, microsOfSecond, false);
  }

  /**
   * Begins, before {@link #open}, a quarantine that lasts {@code millis} from {@link #open} on: no
   * lease begins, and no fence is answered. The store may have lost data, and a holder or a
   * resource may rely on a lease or a mark that is not known here.
   */
  public void quarantine(long millis) {
    context.quarantine.begin(millis);
  }

  /** Sets the reason of the quarantine, {@code doubt}, which is shown to people only. */
  public void quarantineBecause(String doubt) {
    context.quarantine.because(doubt);
  }

  /**
   * Begins a doubt, before {@link #open}: the store may have lost leases, their ends, or the list
   * of shards with leases of a session. No recovered session is kept alive any more, and all other
   * shards, of {@code shards} in all, are informed. The quarantine lasts until each shard has
   * answered, and after that an epoch was requested and entered. {@code ownershipMillis} is the
   * ownership period of the owner that the store may have forgotten.
   */
  public void doubt(long ownershipMillis, int shards) {
    parts.doubt.begin(ownershipMillis, shards);
  }

  /** Completes the recovery. Every tenure gets its full time from now, never less. */
  public void open(long nowNanos) {
    parts.opener.open(nowNanos);
  }

  /** Decides a request, and answers it once through {@link Out#reply}: now or after a wait. */
  public void accept(long nowNanos, long ticket, Request request) {
    clock.advance(nowNanos);
    try {
      request.accept(ticket, validator);
      if (context.hears(request.operation())) {
        request.accept(ticket, dispatch);
      } else {
        context.refuseUnready(ticket);
      }
    } catch (InvalidFieldException invalid) {
      context.refuse(ticket, invalid.outcome(), invalid.field(), invalid.remedy());
    }
  }

  /**
   * Renews a lease. A result &gt; 0 is the time in milliseconds for which the lease is valid,
   * durably and from now. Any other result is a code of {@link io.tenure.api.RenewalCode}.
   */
  public long renew(long nowNanos, int row, int generation, long secretHigh, long secretLow) {
    clock.advance(nowNanos);
    return renewing.renew(row, generation, secretHigh, secretLow);
  }

  /** Prepares renewals: call it for many tenures before they are renewed. Ignore the result. */
  public long touch(int row) {
    return renewing.touch(row);
  }

  /** Keeps a session alive, with the same results as {@link #renew}. */
  public long keepAlive(long nowNanos, int row, int generation, long secretHigh, long secretLow) {
    clock.advance(nowNanos);
    return renewing.keepAlive(row, generation, secretHigh, secretLow);
  }

  /** Handles a message from another shard. */
  public void hear(long nowNanos, ShardMessage message) {
    clock.advance(nowNanos);
    message.accept(parts.messages);
  }

  /**
   * Ends tenures that are over and serves waiters, as much as one turn may. Returns true when there
   * is more to do: the loop must run other work and call again. Call it every few milliseconds.
   */
  public boolean tick(long nowNanos) {
    clock.advance(nowNanos);
    context.tableMeter.mayForgive(clock.mayForgive());
    context.requestEpochAfterQuarantine();
    boolean more = ring();
    if (context.ready()) {
      int budget = parts.watchers.endsPerTurn(LEASES_PER_TURN);
      more |= context.wheel.advance(clock.judged(), budget, parts.expiring) == budget;
    }
    more |= parts.queues.serveLeftAlone(parts.watchers.endsPerTurn(LEASES_PER_TURN));
    more |= context.ready() && parts.watchers.showMore();
    more |= parts.doubtfulSessions.look();
    more |= parts.sessions.tearDown(parts.watchers.endsPerTurn(LEASES_PER_TURN));
    more |= sweep();
    return more;
  }

  /**
   * Returns the time until {@link #tick} has a lease to look at, or {@link Long#MAX_VALUE} when
   * that time is not before {@code horizonNanos}.
   */
  public long dueIn(long nowNanos, long horizonNanos) {
    clock.advance(nowNanos);
    return context.wheel.dueIn(clock.judged(), horizonNanos);
  }

  /** Advances the clock only, so that the time that passed does not count as a pause. */
  public void pass(long nowNanos) {
    clock.advance(nowNanos);
  }

  /** Ends all waits without an answer: their callers were sent to another server. */
  public void dismissWaiters() {
    parts.acquiring.dismissWaiters();
  }

  /** Notes that all changes up to this change number are durable. */
  public void settled(long change) {
    context.settled(change);
  }

  /**
   * Reports the durable state again, for a store that lost it: at most {@code records} records from
   * {@code cursor} on, 0 at first. Returns the cursor of the next slice, or -1 after the last. The
   * caller must keep these changes in order with the changes that {@link Out} receives from the
   * first slice on. Both together, passed to {@link #replay} of an empty table, produce this table.
   */
  public long image(long cursor, int records, Consumer<Change> listener) {
    return parts.snapshots.tell(cursor, records, listener);
  }

  /** Returns the counts of the decisions of this shard, for people. */
  public TableMeter tableMeter() {
    return context.tableMeter;
  }

  public TableStats stats() {
    return new TableStats(
        context.ledger.leases(),
        context.ledger.sessions(),
        parts.acquiring.waiters(),
        parts.watchers.count(),
        context.ledger.fences.count(),
        context.graveyard.count(),
        new TableStats.QuarantineState(
            context.quarantine.remainingMillis(), context.quarantine.doubt()));
  }

  /** Returns the number of deadlines of anything other than leases. */
  int deadlines() {
    return context.deadlines.count();
  }

  private boolean ring() {
    for (int i = 0; i < LEASES_PER_TURN; i++) {
      if (!context.ready()) {
        return false;
      }
      DeadlineEntry<DeadlineOwner> deadline = context.deadlines.due(clock.judged());
      if (deadline == null) {
        return false;
      }
      deadline.owner.due(deadlines);
    }
    return true;
  }

  /** Deletes the records of ended tenures that no caller can ask about any more. */
  private boolean sweep() {
    for (int i = 0; i < LEASES_PER_TURN; i++) {
      int row = context.graveyard.sweep(clock.judged());
      if (row == TextIndex.NONE) {
        return false;
      }
      if (context.rows.remembered(row)) {
        context.commit(new Change.Forget(row, context.rows.token(row)));
      }
    }
    return true;
  }
}
