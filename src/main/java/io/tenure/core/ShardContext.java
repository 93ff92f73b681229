package io.tenure.core;

import io.tenure.api.Holding;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Limits;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Value;
import io.tenure.api.WatchUpdate;
import io.tenure.core.memory.Arena;
import io.tenure.core.memory.DeadlineHeap;
import io.tenure.core.memory.SipHash;
import io.tenure.core.memory.Wheel;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies each change to the ledger, and passes it on to be stored. It also numbers events, and
 * determines the change that each output waits for.
 */
final class ShardContext {

  final int shard;
  final Limits limits;
  final LeaseClock clock;
  final Quarantine quarantine;
  final Ledger ledger;
  final LeaseRows rows;
  final Wheel wheel = new Wheel();
  final DeadlineHeap<DeadlineOwner> deadlines = new DeadlineHeap<>();
  final TableMeter tableMeter;
  final Graveyard graveyard;
  private final RevisionSequence revisions;
  private final EventHistory history;
  private final LongSupplier secrets;
  private final Out out;
  private Consumer<LeaseEvent> onEvent = event -> {};
  private final InFlight inFlight = new InFlight();
  private long last;
  private long durable;
  private int pushesWaiting;
  private long ownership;

  ShardContext(
      int shard, Limits limits, LongSupplier secrets, Out out, TableMeter tableMeter, Arena arena) {
    this.shard = shard;
    this.limits = limits;
    this.secrets = secrets;
    this.out = out;
    this.tableMeter = tableMeter;
    clock = new LeaseClock(tableMeter);
    quarantine = new Quarantine(clock);
    ledger = new Ledger(shard, new SipHash(secrets.getAsLong(), secrets.getAsLong()), arena);
    rows = ledger.rows;
    graveyard = new Graveyard(rows, limits.gravesMax());
    revisions = RevisionSequence.within(limits);
    history = new EventHistory(limits.historyMax());
  }

  void onEvent(Consumer<LeaseEvent> watcher) {
    onEvent = watcher;
  }

  /**
   * Notes the number of this ownership. Epochs entered from now on are later epochs of the same
   * ownership.
   */
  void open() {
    ownership = revisions.last();
  }

  /**
   * Returns the number of this ownership. It is larger than every number that the shard gave out
   * before, and smaller than every number that this table gives out.
   */
  long ownership() {
    return ownership;
  }

  void enter(long epoch, int microsOfSecond, boolean whole) {
    revisions.enter(epoch, microsOfSecond, ledger.largestToken());
    if (quarantine.entered(whole)) {
      history.resumeFrom(revisions.last());
    }
  }

  /** Returns this shard when it is in quarantine, else {@link Reply#NO_SHARD}. */
  int quarantinedShard() {
    return quarantine.on() ? shard : Reply.NO_SHARD;
  }

  /** Returns whether there are numbers left for another decision. */
  boolean ready() {
    return revisions.ready();
  }

  void settled(long change) {
    if (change > durable) {
      durable = change;
      inFlight.settled(change);
      pushesWaiting = 0;
    }
  }

  long commit(Change change) {
    ledger.replay(change);
    last = out.change(change);
    return last;
  }

  /**
   * Applies a change that begins or ends the tenure at {@code row}. Replies about the tenure wait
   * for this change to become durable.
   */
  long commit(int row, Change change) {
    long number = commit(change);
    inFlight.add(row, number, durable);
    rows.unsettle(row);
    return number;
  }

  /** Returns the change that replies about this row wait for, or 0 when that change is durable. */
  long behind(int row) {
    if (!rows.unsettled(row)) {
      return 0;
    }
    long behind = inFlight.behind(row, durable);
    if (behind == 0) {
      rows.settle(row);
    }
    return behind;
  }

  /** Returns the last change of the whole shard, which views and watchers wait for. */
  long last() {
    return last;
  }

  TenureImage.Secret newSecret() {
    return new TenureImage.Secret(secrets.getAsLong(), secrets.getAsLong());
  }

  long newQuestion() {
    return secrets.getAsLong() | 1;
  }

  long wallSeconds() {
    return out.wallSeconds();
  }

  long nextRevision() {
    long revision = revisions.next();
    if (revisions.runsLow()) {
      out.epochWanted();
    }
    return revision;
  }

  /** Requests the next epoch when the quarantine is over except for that epoch. */
  void requestEpochAfterQuarantine() {
    if (quarantine.wantsEpoch()) {
      out.epochWanted();
    }
  }

  long revision() {
    return revisions.last();
  }

  /**
   * Returns whether a watcher that has seen everything up to {@code revision} can resume there. In
   * doubt no watcher can: the revision may belong to a history that is lost.
   */
  boolean resumesFrom(long revision) {
    return revision <= revisions.last() && !quarantine.inDoubt() && history.reaches(revision);
  }

  EventHistory history() {
    return history;
  }

  void event(LeaseEvent event) {
    history.add(event);
    onEvent.accept(event);
  }

  /** Creates an event about the tenure at {@code row}, which still lives. */
  LeaseEvent about(int row, LeaseEvent.Kind kind, String reason, @Nullable Value value) {
    return new LeaseEvent(
        // mistake: same-revision
        nextRevision(),
        kind,
        new Holding(
            ledger.texts.key(row), ledger.texts.holder(row), rows.token(row), rows.slotNumber(row)),
        reason,
        value,
        wallSeconds());
  }

  void reply(long ticket, long behind, Reply reply) {
    out.reply(ticket, behind <= durable ? 0 : behind, reply);
  }

  void refuse(long ticket, Outcome code, String field, String remedy) {
    out.reply(ticket, 0, new Refusal.Refused(code, field, remedy));
  }

  /** Returns whether the operation can be decided now, or waits by itself until it can. */
  boolean hears(Operation operation) {
    return ready() || operation.isHeardUnready();
  }

  void refuseUnready(long ticket) {
    refuse(ticket, Outcome.UNAVAILABLE, "", "the shard awaits its next epoch; try again");
  }

  /**
   * Refuses a new request if it cannot have an effect or would not be remembered. Call this after
   * repeated requests are answered: a repeated request has no new effect.
   */
  boolean refusesNew(long ticket, @Nullable String requestId) {
    if (!ready()) {
      refuseUnready(ticket);
      return true;
    }
    if (requestId != null
        && (ledger.requestIds.count() >= limits.requestIdsMax() || !ledger.texts.hasRoomForId())) {
      refuse(
          ticket,
          Outcome.LIMIT,
          "requestId",
          "the shard has no space for another one (limits.request-ids-per-shard); try again later");
      return true;
    }
    return false;
  }

  void push(long watcher, WatchUpdate notice) {
    if (last > durable) {
      pushesWaiting++;
      out.push(watcher, last, notice);
    } else {
      out.push(watcher, 0, notice);
    }
  }

  /** Returns the number of pushes since a change last became durable. */
  int pushesWaiting() {
    return pushesWaiting;
  }

  void tell(int shardToTell, long behind, ShardMessage message) {
    out.tell(shardToTell, behind <= durable ? 0 : behind, message);
  }
}
