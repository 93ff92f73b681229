package io.tenure.shard;

import io.tenure.api.Reply;
import io.tenure.api.WatchNotice;
import io.tenure.core.Change;
import io.tenure.core.Out;
import io.tenure.core.ShardMessage;
import io.tenure.shard.call.PendingCalls;
import io.tenure.shard.commit.CommitLine;
import io.tenure.shard.commit.DeferredEffect;
import io.tenure.shard.ownership.Epochs;
import io.tenure.shard.ownership.OutboundGate;
import io.tenure.store.LeaseStore;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a table decides to the commit line: its changes, and the replies, notices and messages
 * that stand behind them. Owned by the shard's loop.
 */
final class TableOutput implements Out {

  /** A promise that is on its way to the store, in the change with this number. */
  private record Raised(long change, long millis) {}

  /** A message to another shard, which leaves once the change behind it is durable. */
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
  private final Epochs epochs;
  private final ShardMessenger messenger;
  private final ShardListener listener;
  private long nowNanos;

  /** The longest promise of this ownership that the store knows of. */
  private long keptMillis;

  private final ArrayDeque<Raised> raised = new ArrayDeque<>();

  TableOutput(
      int shard,
      CommitLine line,
      PendingCalls pendingCalls,
      OutboundGate gate,
      Epochs epochs,
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

  /** Sets the time of what the table decides next. */
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
   * The server that finds the store after a crash holds a quarantine for the longest promise that
   * the store knows of: so a longer one is told of only when it is kept, however relaxed the line.
   */
  private void promise(long millis, long change) {
    if (millis > keptMillis) {
      line.guard(change);
      raised.add(new Raised(change, millis));
    }
  }

  /** The store has kept all changes up to this number. */
  void kept(long change) {
    for (Raised first = raised.peek();
        first != null && first.change <= change;
        first = raised.peek()) {
      keptMillis = Math.max(keptMillis, raised.remove().millis);
    }
  }

  /** When too much waits for the store already, no call waits for an answer that may never come. */
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
  public void push(long watcher, long behind, WatchNotice notice) {
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

  /** A store that has lost something on the way is told everything again first. */
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
