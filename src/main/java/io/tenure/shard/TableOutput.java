package io.tenure.shard;

import io.tenure.api.Reply;
import io.tenure.api.WatchUpdate;
import io.tenure.core.Change;
import io.tenure.core.Out;
import io.tenure.core.ShardMessage;
import io.tenure.shard.call.PendingCalls;
import io.tenure.shard.commit.CommitLine;
import io.tenure.shard.commit.DeferredEffect;
import io.tenure.shard.ownership.EpochClaimer;
import io.tenure.shard.ownership.OutboundGate;
import io.tenure.store.LeaseStore;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Hands the decisions of a lease table to the commit line. These are changes, and the replies,
 * notices and messages that depend on them. Owned by the shard's loop.
 */
final class TableOutput implements Out {

  /** A promise that the change with this number reports to the store. */
  private record Raised(long change, long millis) {}

  /** A message to another shard, which leaves once the change that it depends on is durable. */
  private record Message(OutboundGate gate, ShardMessenger messenger, int to, ShardMessage message)
      implements DeferredEffect {

    @Override
    public void leave() {
      if (gate.isOpen()) {
        messenger.tell(to, message);
      }
    }

    /** The other shard asks again. */
    @Override
    public void fail() {}
  }

  private final int shard;
  private final CommitLine line;
  private final PendingCalls pendingCalls;
  private final OutboundGate gate;
  private final EpochClaimer epochs;
  private final ShardMessenger messenger;
  private final ShardListener listener;
  private long nowNanos;

  /** The longest promise of this ownership that the store has. */
  private long keptMillis;

  private final ArrayDeque<Raised> raised = new ArrayDeque<>();

  TableOutput(
      int shard,
      CommitLine line,
      PendingCalls pendingCalls,
      OutboundGate gate,
      EpochClaimer epochs,
      ShardMessenger messenger,
      ShardListener listener) {
    this.shard = shard;
    this.line = line;
    this.pendingCalls = pendingCalls;
    this.gate = gate;
    this.epochs = epochs;
    this.messenger = messenger;
    this.listener = listener;
  }

  /** Sets the time of the next decisions of the table. */
  void turn(long nanos) {
    nowNanos = nanos;
  }

  @Override
  public long change(Change change) {
    listener.changed(shard, change);
    long number = line.change(change);
    promise(change.promisedMillis(), number);
    // mistake: unguarded-change
    if (change.outlastsQuarantines()) {
      line.guard(number);
    }
    return number;
  }

  /**
   * Records a promise. The server that finds the store after a crash holds a quarantine for the
   * longest promise in the store. So callers receive a longer promise only after it is durable,
   * even in a relaxed line.
   */
  private void promise(long millis, long change) {
    if (millis > keptMillis) {
      line.guard(change);
      raised.add(new Raised(change, millis));
    }
  }

  /** All changes up to this number are durable in the store. */
  void durable(long changeNumber) {
    for (Raised first = raised.peek();
        first != null && first.change <= changeNumber;
        first = raised.peek()) {
      keptMillis = Math.max(keptMillis, raised.remove().millis);
    }
  }

  /**
   * Sends the reply once it may leave. While too many changes wait for the store, the call gets an
   * unknown outcome at once instead of a wait that may never end.
   */
  @Override
  public void reply(long ticket, long behind, Reply reply) {
    listener.decided(shard, ticket, reply);
    PendingCalls.@Nullable Decided decided = pendingCalls.decide(ticket, reply, nowNanos);
    if (decided == null) {
      return;
    }
    if (!line.isDurable(behind)) {
      if (line.full()) {
        decided.leaveUnknown();
        return;
      }
      pendingCalls.park(decided);
    }
    line.leave(behind, decided);
  }

  @Override
  public void push(long watcher, long behind, WatchUpdate notice) {
    listener.decided(shard, watcher, notice);
    if (line.full()) {
      pendingCalls.cutOff(watcher);
    } else {
      line.leaveInOrder(behind, pendingCalls.notice(watcher, notice));
    }
  }

  @Override
  public void tell(int to, long behind, ShardMessage message) {
    if (!line.full()) {
      line.leave(behind, new Message(gate, messenger, to, message));
    }
  }

  @Override
  public void epochWanted() {
    advance();
  }

  /**
   * Moves on to the next epoch. A store that has lost something meanwhile must first receive
   * everything again.
   */
  void advance() {
    line.moveOn(
        () ->
            epochs
                .advance()
                .map(
                    advance -> {
                      if (advance.wentBackwards()) {
                        throw new LeaseStore.WentBackwards("found when the epoch moved on");
                      }
                      return advance.epoch();
                    }));
  }

  @Override
  public long wallSeconds() {
    return epochs.wallSeconds();
  }
}
