package io.tenure.shard;

import io.tenure.api.PerShardRequest;
import io.tenure.api.Request;
import io.tenure.core.LeaseTable;
import io.tenure.core.ShardMessage;
import io.tenure.core.TableMeter;
import io.tenure.shard.call.AbandonedLeases;
import io.tenure.shard.call.BlockedWrites;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.PendingCalls;
import io.tenure.shard.commit.CommitLine;
import io.tenure.shard.commit.LostJournalRewriter;
import io.tenure.shard.ownership.EpochClaimer;
import io.tenure.shard.ownership.OutboundGate;
import io.tenure.shard.ownership.Ownership;
import io.tenure.store.LeaseStore;
import java.util.function.Consumer;

/**
 * One ownership of a shard, from its load until it steps down. It consists of the lease table, the
 * commit line, and the calls that wait for replies. A broken ownership is never repaired: the next
 * ownership loads the shard anew. Owned by the shard's loop.
 */
final class OwnedShard implements CommitLine.Listener {

  /** A store that has not answered for so long is more than busy. */
  static final long STALL_NANOS = 500_000_000L;

  /** The most blocked requests, or leases to release, that one turn decides. */
  private static final int LET_IN_PER_TURN = 256;

  private static final long NANOS_PER_MILLI = 1_000_000;

  final LeaseTable table;
  final CommitLine line;
  private final int shard;
  private final LeaseStore store;
  private final ShardMessenger messenger;
  private final ShardListener listener;
  private final EpochClaimer epochs;
  private final Ownership ownership;
  private final Runnable soon;
  private final Consumer<Throwable> over;
  private final long patienceNanos;
  private final boolean relaxed;
  private final AbandonedLeases abandoned;
  private final PendingCalls pendingCalls;
  private final BlockedWrites blockedWrites = new BlockedWrites();
  private final LostJournalRewriter rewriter;
  private final TableOutput output;
  private boolean holdingBack;

  private long committed;
  private long movedNanos;
  private long retryNanos;

  /**
   * {@code soon} makes the loop end a turn of this shard soon; {@code over} receives the reason why
   * the ownership ends.
   */
  OwnedShard(
      AbandonedLeases abandoned,
      ShardEnvironment environment,
      Ownership ownership,
      EpochClaimer epochs,
      TableMeter tableMeter,
      Runnable soon,
      Consumer<Throwable> over) {
    ShardSettings settings = environment.settings();
    shard = ownership.shard();
    store = environment.store();
    messenger = environment.messenger();
    listener = environment.listener();
    this.abandoned = abandoned;
    this.epochs = epochs;
    this.ownership = ownership;
    this.soon = soon;
    this.over = over;
    relaxed = settings.relaxed();
    patienceNanos = settings.patienceMillis() * NANOS_PER_MILLI;
    OutboundGate gate = new OutboundGate(ownership, this::stepDown);
    pendingCalls = new PendingCalls(gate, abandoned);
    line = new CommitLine(store, shard, relaxed, this);
    output = new TableOutput(shard, line, pendingCalls, gate, epochs, messenger, listener);
    table = new LeaseTable(shard, settings.limits(), environment.secrets(), output, tableMeter);
    rewriter = new LostJournalRewriter(shard, store, epochs, table, line, listener);
  }

  void open(long nowNanos, LeaseStore.Claim claim) {
    line.enter(claim.epoch());
    epochs.enter(table);
    // mistake: ignored-quarantine
    table.quarantine(claim.quarantineMillis());
    table.quarantineBecause(claim.doubt());
    if (claim.inDoubt()) {
      // mistake: untold-doubt
      table.doubt(claim.forgottenOwnershipMillis(), messenger.shards());
    }
    table.open(nowNanos);
    movedNanos = nowNanos;
    retryNanos = nowNanos;
    rewriter.open(nowNanos, claim);
  }

  /** Whether the server owned the shard at this instant of real time. */
  boolean maySpeakAt(long realNanos) {
    return ownership.holds(realNanos);
  }

  /** Whether the shard has sent replies with changes that the store will never have. */
  boolean answeredInVain() {
    return relaxed && line.lost();
  }

  void stepDown(Throwable cause) {
    line.stepDown(cause);
  }

  void hear(Call call, long nowNanos) {
    // Reads and renewals are heard even while the store is unavailable.
    // mistake: renewals-held-back
    boolean writes = call.request().operation().writes();
    if (writes && (!blockedWrites.isEmpty() || holdsBack(nowNanos))) {
      blockedWrites.add(call, nowNanos);
    } else {
      accept(call, nowNanos);
    }
  }

  /**
   * Receives a message. While too many changes wait for the store, the message is lost: its sender
   * sends it again.
   */
  void hear(ShardMessage message, long nowNanos) {
    if (!line.full()) {
      output.turn(nowNanos);
      table.hear(nowNanos, message);
    }
  }

  void withdraw(Call call, long nowNanos) {
    if (blockedWrites.withdraw(call)) {
      return;
    }
    if (pendingCalls.isWaiting(call)) {
      ask(new PerShardRequest.Withdraw(call.ticket()), nowNanos);
    } else if (pendingCalls.unfollow(call)) {
      ask(new PerShardRequest.Unwatch(call.ticket()), nowNanos);
    }
  }

  /**
   * Returns true when there is more to do. A shard that does not stay lets no lease end, and grants
   * nothing.
   */
  boolean tick(long nowNanos, boolean stays) {
    noticeProgress(nowNanos);
    pendingCalls.loseHope(nowNanos - patienceNanos);
    // An owner that writes the shard again has the only copy, and hears of it once more.
    if (ownership.learns() && stays && !rewriter.underWay()) {
      stepDown(new IllegalStateException("another server knows a longer promise"));
      return false;
    }
    if (ownership.wentBackwards()) {
      rewriter.begin();
    }
    // A rewriter that is active has advanced; an advance meanwhile would begin it once more.
    if (!rewriter.underWay() && ownership.elsewhere()) {
      output.advance();
    }
    epochs.enter(table);
    rewriter.tick(nowNanos);
    for (long watch : pendingCalls.takeCutOff()) {
      ask(new PerShardRequest.Unwatch(watch), nowNanos);
    }
    // mistake: never-let-in
    if (stays && !blockedWrites.isEmpty() && !holdsBack(nowNanos)) {
      blockedWrites.letIn(LET_IN_PER_TURN, call -> accept(call, nowNanos));
    }
    // Only after a stall: the store may answer again, and no caller must pay for a pause of this
    // server.
    blockedWrites.loseHope(nowNanos - patienceNanos);
    output.turn(nowNanos);
    if (!stays || line.full()) {
      table.pass(nowNanos);
      return false;
    }
    abandoned.letGo(
        LET_IN_PER_TURN, call -> table.accept(nowNanos, pendingCalls.enter(call), call.request()));
    return table.tick(nowNanos);
  }

  boolean everythingIsDurable() {
    return line.idle() && !rewriter.underWay();
  }

  /**
   * Serves no new caller from now on. Waiters are sent elsewhere, and decided changes become
   * durable.
   */
  void turnAway() {
    blockedWrites.turnAway();
    table.dismissWaiters();
    pendingCalls.turnAway();
  }

  @Override
  public void settled(long change) {
    table.settled(change);
  }

  @Override
  public void durable(long changeNumber) {
    output.durable(changeNumber);
  }

  @Override
  public void breathe() {
    soon.run();
  }

  @Override
  public void wentBackwards() {
    rewriter.begin();
  }

  @Override
  public void broke(Throwable cause) {
    blockedWrites.turnAway();
    pendingCalls.dismiss();
    over.accept(cause);
  }

  private void accept(Call call, long nowNanos) {
    output.turn(nowNanos);
    long ticket = pendingCalls.enter(call);
    listener.hears(shard, ticket, call.request());
    table.accept(nowNanos, ticket, call.request());
  }

  private void ask(Request request, long nowNanos) {
    output.turn(nowNanos);
    table.accept(nowNanos, pendingCalls.nextTicket(), request);
  }

  /** Whether the store is unavailable, so that a decision made now could not become durable. */
  private boolean holdsBack(long nowNanos) {
    boolean does = away(nowNanos) || line.full() || rewriter.underWay();
    if (does != holdingBack) {
      holdingBack = does;
      listener.holdsBack(shard, does);
    }
    return does;
  }

  ShardReport.Store store(long nowNanos) {
    if (rewriter.underWay()) {
      return ShardReport.Store.WRITTEN_ANEW;
    }
    return away(nowNanos) ? ShardReport.Store.AWAY : ShardReport.Store.ANSWERS;
  }

  ShardReport.Contents contents() {
    return new ShardReport.Contents(line.parked(), table.stats());
  }

  private boolean away(long nowNanos) {
    return line.unsure() || !line.idle() && nowNanos - movedNanos > STALL_NANOS;
  }

  private void noticeProgress(long nowNanos) {
    if (line.idle() || line.committed() != committed || store.waitsOnPurpose(shard, line.epoch())) {
      committed = line.committed();
      movedNanos = nowNanos;
    }
    if (line.unsure() && nowNanos - retryNanos >= 0) {
      retryNanos = nowNanos + CommitLine.RETRY_NANOS;
      line.retry();
    }
  }
}
