package io.tenure.shard;

import io.tenure.core.Change;
import io.tenure.core.Notice;
import io.tenure.core.Out;
import io.tenure.core.Reply;
import io.tenure.core.Word;
import io.tenure.store.LeaseStore;
import java.util.ArrayDeque;

/** Takes down what a table decides, for the commit line to let it leave. */
final class Scribe implements Out {

  private final int shard;
  private final CommitLine line;
  private final Callers callers;
  private final Epochs epochs;
  private final Probe probe;
  private long nowNanos;

  /** The longest promise of this reign that the store knows of; and those on their way to it. */
  private long keptMillis;

  private final ArrayDeque<Raised> raised = new ArrayDeque<>();

  private record Raised(long place, long millis) {}

  Scribe(int shard, CommitLine line, Callers callers, Epochs epochs, Probe probe) {
    this.shard = shard;
    this.line = line;
    this.callers = callers;
    this.epochs = epochs;
    this.probe = probe;
  }

  /** The time of what the table decides next. */
  void turn(long nanos) {
    nowNanos = nanos;
  }

  @Override
  public long change(Change change) {
    probe.changed(shard, change);
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
    probe.decided(shard, ticket, reply);
    Call call = callers.waiting(ticket);
    if (call != null && !line.durable(behind)) {
      if (line.full()) {
        callers.answerUnknown(call, reply);
        return;
      }
      callers.park(call, nowNanos);
    }
    line.reply(ticket, behind, reply);
  }

  @Override
  public void push(long watcher, long behind, Notice notice) {
    probe.decided(shard, watcher, notice);
    if (line.full()) {
      callers.cutOff(watcher);
    } else {
      line.push(watcher, behind, notice);
    }
  }

  @Override
  public void tell(int to, long behind, Word word) {
    if (!line.full()) {
      line.tell(to, behind, word);
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
