package io.tenure.shard;

import io.tenure.core.Change;
import io.tenure.core.Notice;
import io.tenure.core.Out;
import io.tenure.core.Reply;
import io.tenure.core.Tenure;
import io.tenure.core.Word;
import io.tenure.store.LeaseStore;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;

/** Takes down what a table decides, for the commit line to let it leave. */
final class Scribe implements Out {

  private final int shard;
  private final CommitLine line;
  private final Callers callers;
  private final Epochs epochs;
  private final Probe probe;
  private final LongConsumer enter;
  private long nowNanos;
  private long promisedMillis;

  /** The longest promise of this reign that the store knows of; and those on their way to it. */
  private long keptMillis;

  private final ArrayDeque<Raised> raised = new ArrayDeque<>();

  private record Raised(long place, long millis) {}

  /** {@code enter} is told the next epoch. */
  Scribe(
      int shard, CommitLine line, Callers callers, Epochs epochs, Probe probe, LongConsumer enter) {
    this.shard = shard;
    this.line = line;
    this.callers = callers;
    this.epochs = epochs;
    this.probe = probe;
    this.enter = enter;
  }

  /** The time of what the table decides next. */
  void turn(long nanos) {
    nowNanos = nanos;
  }

  /** No lease of this reign was promised for longer at a time. */
  long promisedMillis() {
    return promisedMillis;
  }

  @Override
  public long change(Change change) {
    probe.changed(shard, change);
    long place = line.change(change);
    if (change instanceof Change.Begin begin) {
      promise(begin.tenure(), place);
    }
    return place;
  }

  /**
   * Whoever finds the store after a crash holds a quarantine for the longest promise that it knows
   * of: so a longer one is told of only when it is kept, however relaxed the line. So is a lease
   * under a session: its holder believes in it for as long as it keeps the session alive, and no
   * quarantine lasts as long.
   */
  private void promise(Tenure tenure, long place) {
    long millis = Math.max(tenure.ttlMillis(), tenure.hardTtlMillis());
    promisedMillis = Math.max(promisedMillis, millis);
    if (tenure.session() != null) {
      line.guard(place);
    } else if (millis > keptMillis) {
      line.guard(place);
      raised.add(new Raised(place, millis));
    }
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
        callers.answer(ticket, new Answer.Unknown());
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

  /** A store that has lost something on the way is told everything again first. */
  @Override
  public void epochWanted() {
    line.moveOn(
        () ->
            epochs
                .next()
                .map(
                    claim -> {
                      if (claim.quarantineMillis() > 0) {
                        throw new LeaseStore.WentBackwards("found when the epoch moved on");
                      }
                      enter.accept(claim.epoch());
                      return claim.epoch();
                    }));
  }

  @Override
  public long wallSeconds() {
    return epochs.wallSeconds();
  }
}
