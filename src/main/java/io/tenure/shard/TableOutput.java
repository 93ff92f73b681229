package io.tenure.shard;

import io.tenure.api.Reply;
import io.tenure.api.WatchNotice;
import io.tenure.core.Change;
import io.tenure.core.Out;
import io.tenure.core.ShardMessage;
import io.tenure.store.LeaseStore;
import java.util.ArrayDeque;

/** Takes down what a table decides, for the commit line to let it leave. */
final class TableOutput implements Out {

  private final int shard;
  private final CommitLine line;
  private final PendingCalls pendingCalls;
  private final Epochs epochs;
  private final ShardListener listener;
  private long nowNanos;

  /** The longest promise of this reign that the store knows of; and those on their way to it. */
  private long keptMillis;

  private final ArrayDeque<Raised> raised = new ArrayDeque<>();

  private record Raised(long place, long millis) {}

  TableOutput(
      int shard,
      CommitLine line,
      PendingCalls pendingCalls,
      Epochs epochs,
      ShardListener listener) {
    this.shard = shard;
    this.line = line;
    this.pendingCalls = pendingCalls;
    this.epochs = epochs;
    this.listener = listener;
  }

  /** The time of what the table decides next. */
  void turn(long nanos) {
    nowNanos = nanos;
  }

  @Override
  public long change(Change change) {
    listener.changed(shard, change);
    long place = line.change(change);
    promise(change.promisedMillis(), place);
    if (outlastsQuarantines(change)) {
      line.guard(place);
    }
    return place;
  }

  /**
   * The server that finds the store after a crash holds a quarantine for the longest promise that
   * the store knows of: so a longer one is told of only when it is kept, however relaxed the line.
   */
  private void promise(long millis, long place) {
    if (millis > keptMillis) {
      line.guard(place);
      raised.add(new Raised(place, millis));
    }
  }

  /**
   * A holder believes in a lease under a session for as long as it keeps the session alive; and a
   * resource relies for ever on its fence's mark, which no later change raises again.
   */
  private static boolean outlastsQuarantines(Change change) {
    return change instanceof Change.RaiseFence
        || change instanceof Change.Enrol
        || change instanceof Change.Doom
        || change instanceof Change.Begin begin && begin.tenure().session() != null;
  }

  /** The store has kept everything up to this place. */
  void kept(long place) {
    for (Raised first = raised.peek();
        first != null && first.place <= place;
        first = raised.peek()) {
      keptMillis = Math.max(keptMillis, raised.remove().millis);
    }
  }

  /** When too much waits for the store already, nobody waits for an answer that may never come. */
  @Override
  public void reply(long ticket, long behind, Reply reply) {
    listener.decided(shard, ticket, reply);
    Call call = pendingCalls.waiting(ticket);
    if (call != null && !line.durable(behind)) {
      if (line.full()) {
        pendingCalls.answerUnknown(call, reply);
        return;
      }
      pendingCalls.park(call, nowNanos);
    }
    line.reply(ticket, behind, reply);
  }

  @Override
  public void push(long watcher, long behind, WatchNotice notice) {
    listener.decided(shard, watcher, notice);
    if (line.full()) {
      pendingCalls.cutOff(watcher);
    } else {
      line.push(watcher, behind, notice);
    }
  }

  @Override
  public void tell(int to, long behind, ShardMessage message) {
    if (!line.full()) {
      line.tell(to, behind, message);
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
