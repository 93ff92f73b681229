package io.tenure.shard;

import io.tenure.api.Request;
import io.tenure.core.LeaseTable;
import io.tenure.core.ShardMessage;
import io.tenure.core.TableMeter;
import io.tenure.store.LeaseStore;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One ownership of a shard, from its load until it steps down: its table, its commit line, and who
 * waits for an answer. It is never mended: the next reign loads anew. Owned by the shard's loop.
 */
final class OwnedShard {

  /** A store that has not answered for so long is not just busy. */
  static final long STALL_NANOS = 500_000_000L;

  /** Between two attempts to send a batch whose outcome is not known. */
  static final long RETRY_NANOS = 50_000_000L;

  /** Requests that were held back, or leases to let go, that are decided in one turn. */
  private static final int LET_IN_PER_TURN = 256;

  private static final long NANOS_PER_MILLI = 1_000_000;

  final LeaseTable table;
  final CommitLine line;
  private final int shard;
  private final LeaseStore store;
  private final ShardMessenger messenger;
  private final ShardListener listener;
  private final Epochs epochs;
  private final Ownership ownership;
  private final long patienceNanos;
  private final boolean relaxed;
  private final AbandonedLeases abandoned;
  private final PendingCalls pendingCalls;
  private final BlockedWrites blockedWrites = new BlockedWrites();
  private final JournalRewriter rewriter;
  private final TableOutput output;
  private boolean holdingBack;

  private long committed;
  private long movedNanos;
  private long retryNanos;

  OwnedShard(
      int shard,
      ShardSettings settings,
      LeaseStore store,
      Ownership ownership,
      Epochs epochs,
      LongSupplier secrets,
      ShardMessenger messenger,
      ShardListener listener,
      TableMeter tableMeter,
      Runnable soon,
      Consumer<Throwable> over) {
    this.shard = shard;
    this.store = store;
    this.messenger = messenger;
    this.listener = listener;
    this.epochs = epochs;
    this.ownership = ownership;
    abandoned = new AbandonedLeases(shard);
    pendingCalls = new PendingCalls(abandoned);
    relaxed = settings.relaxed();
    patienceNanos = settings.patienceMillis() * NANOS_PER_MILLI;
    OutboundGate gate =
        new OutboundGate(
            this,
            pendingCalls,
            ownership,
            messenger,
            soon,
            cause -> {
              blockedWrites.turnAway();
              pendingCalls.dismiss();
              over.accept(cause);
            });
    line = new CommitLine(store, shard, settings.relaxed(), gate);
    output = new TableOutput(shard, line, pendingCalls, epochs, listener);
    table = new LeaseTable(shard, settings.limits(), secrets, output, tableMeter);
    rewriter = new JournalRewriter(shard, store, epochs, table, line, listener);
  }

  void open(long nowNanos, LeaseStore.Claim claim) {
    line.enter(claim.epoch());
    epochs.enter(table);
    // mistake: ignored-quarantine
    table.quarantine(claim.quarantineMillis());
    table.quarantineBecause(claim.doubt());
    if (claim.inDoubt()) {
      // mistake: untold-doubt
      table.doubt(claim.forgottenTermMillis(), messenger.shards());
    }
    table.open(nowNanos);
    movedNanos = nowNanos;
    retryNanos = nowNanos;
    rewriter.open(nowNanos, claim);
  }

  /** Whether it has answered what the store will never keep. */
  boolean answeredInVain() {
    return relaxed && line.lost();
  }

  void hear(Call call, long nowNanos) {
    if (changes(call.request) && (!blockedWrites.isEmpty() || holdsBack(nowNanos))) {
      blockedWrites.add(call, nowNanos);
    } else {
      accept(call, nowNanos);
    }
  }

  /** When too much waits for the store already, a word is lost: it is said again. */
  void hear(ShardMessage message, long nowNanos) {
    if (!line.full()) {
      output.turn(nowNanos);
      table.hear(nowNanos, message);
    }
  }

  void withdraw(Call call, long nowNanos) {
    if (blockedWrites.withdraw(call)) {
      call.answer(BlockedWrites.WITHDRAWN);
    } else if (pendingCalls.waiting(call.ticket) == call && !call.decided) {
      ask(new Request.Withdraw(call.ticket), nowNanos);
    } else if (pendingCalls.unfollow(call)) {
      ask(new Request.Unwatch(call.ticket), nowNanos);
    }
  }

  /** True: there is more to do. Who does not stay lets nothing end and nobody be granted. */
  boolean tick(long nowNanos, boolean stays) {
    noticeProgress(nowNanos);
    pendingCalls.loseHope(nowNanos - patienceNanos);
    if (ownership.wentBackwards()) {
      rewriter.begin();
    }
    // Whoever writes anew has advanced; an advance in the midst of it would begin it once more.
    if (!rewriter.underWay() && ownership.elsewhere()) {
      output.advance();
    }
    epochs.enter(table);
    rewriter.tick(nowNanos);
    for (long watch : pendingCalls.takeCutOff()) {
      ask(new Request.Unwatch(watch), nowNanos);
    }
    // mistake: never-let-in
    if (stays && !blockedWrites.isEmpty() && !holdsBack(nowNanos)) {
      blockedWrites.letIn(LET_IN_PER_TURN, call -> accept(call, nowNanos));
    }
    // After a stall only: the store may be well again, and nobody is to pay for our own pause.
    blockedWrites.loseHope(nowNanos - patienceNanos);
    output.turn(nowNanos);
    if (!stays || line.full()) {
      table.pass(nowNanos);
      return false;
    }
    abandoned.letGo(
        LET_IN_PER_TURN, call -> table.accept(nowNanos, pendingCalls.enter(call), call.request));
    return table.tick(nowNanos);
  }

  boolean everythingIsKept() {
    return line.idle() && !rewriter.underWay();
  }

  /** Nobody new is served: whoever waits in a queue is sent on, what is decided is kept. */
  void turnAway() {
    blockedWrites.turnAway();
    pendingCalls.turnAway();
  }

  /** The store has lost what it had kept. */
  void wentBackwards() {
    rewriter.begin();
  }

  private void accept(Call call, long nowNanos) {
    output.turn(nowNanos);
    long ticket = pendingCalls.enter(call);
    listener.hears(shard, ticket, call.request);
    table.accept(nowNanos, ticket, call.request);
  }

  private void ask(Request request, long nowNanos) {
    output.turn(nowNanos);
    table.accept(nowNanos, pendingCalls.nobody(), request);
  }

  /** Whether the store is away, so that what would be decided now could not be kept. */
  private boolean holdsBack(long nowNanos) {
    boolean does = away(nowNanos) || line.full() || rewriter.underWay();
    if (does != holdingBack) {
      holdingBack = does;
      listener.holdsBack(shard, does);
    }
    return does;
  }

  /** The store has kept everything up to this place. */
  void kept(long place) {
    output.kept(place);
  }

  ShardState.Store store(long nowNanos) {
    if (rewriter.underWay()) {
      return ShardState.Store.WRITTEN_ANEW;
    }
    return away(nowNanos) ? ShardState.Store.AWAY : ShardState.Store.ANSWERS;
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
      retryNanos = nowNanos + RETRY_NANOS;
      line.retry();
    }
  }

  /** Whoever only looks or keeps what it has is heard even when the store is away. */
  private static boolean changes(Request request) {
    // mistake: renewals-held-back
    return request instanceof Request.Acquire
        || request instanceof Request.Release
        || request instanceof Request.Break
        || request instanceof Request.Transfer
        || request instanceof Request.SetValue
        || request instanceof Request.OpenSession
        || request instanceof Request.CloseSession
        || request instanceof Request.RaiseFence
        || request instanceof Request.DropFence;
  }
}
