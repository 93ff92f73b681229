package io.tenure.shard;

import io.tenure.core.Change;
import io.tenure.core.Notice;
import io.tenure.core.Reply;
import io.tenure.core.Word;
import io.tenure.store.LeaseStore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a shard's changes become durable and its words may leave: one batch open, at
 * most one in flight. A batch that fails is never retried, because nobody knows what the store
 * kept: the line breaks, and the shard reloads. Owned by the shard's loop.
 */
public final class CommitLine {

  /** Larger batches hold the store up for longer than is worth it; one turn may be larger. */
  public static final int BATCH_MAX = 4_096;

  /** Beyond this the store is too slow for what is asked: answer new requests as unavailable. */
  public static final int WAITING_MAX = 65_536;

  /** Where words go when they may leave. */
  public interface Mouth {
    void reply(long ticket, Reply reply);

    void push(long watcher, Notice notice);

    void tell(int shard, Word word);

    /** The change that this answer stands behind may or may not have been kept. */
    void unknown(long ticket);

    /** All changes up to this place are durable. */
    void settled(long change);

    /** The line is broken: drop the table, reload. Said once, after the last unknown. */
    void stepDown(Throwable cause);
  }

  private sealed interface Saying {}

  private record Answer(long ticket, Reply reply) implements Saying {}

  private record Push(long watcher, Notice notice) implements Saying {}

  private record Tell(int shard, Word word) implements Saying {}

  private record Parked(long behind, long arrival, Saying saying) {}

  private static final Comparator<Parked> ORDER =
      Comparator.comparingLong(Parked::behind).thenComparingLong(Parked::arrival);

  private final LeaseStore store;
  private final int shard;
  private final Mouth mouth;
  private final List<Change> open = new ArrayList<>();

  /** The place of the last change of each turn that is not under way yet. */
  private final ArrayDeque<Long> turns = new ArrayDeque<>();

  private final PriorityQueue<Parked> parked = new PriorityQueue<>(ORDER);
  private long arrivals;

  private long epoch;
  private long taken;
  private long turned;
  private long committed;

  /** Pushes leave in order: each stands behind whatever an earlier one stands behind. */
  private long pushed;

  private boolean inFlight;
  private boolean broken;
  private @Nullable Supplier<Future<Long>> claim;

  public CommitLine(LeaseStore store, int shard, long epoch, Mouth mouth) {
    this.store = store;
    this.shard = shard;
    this.epoch = epoch;
    this.mouth = mouth;
  }

  /** Takes a change into the open batch and returns its place, counted from 1. */
  public long change(Change change) {
    open.add(change);
    return ++taken;
  }

  public void reply(long ticket, long behind, Reply reply) {
    if (broken) {
      mouth.unknown(ticket);
    } else if (behind <= committed) {
      mouth.reply(ticket, reply);
    } else {
      park(behind, new Answer(ticket, reply));
    }
  }

  public void push(long watcher, long behind, Notice notice) {
    pushed = Math.max(pushed, behind);
    leave(pushed, new Push(watcher, notice));
  }

  public void tell(int to, long behind, Word word) {
    leave(behind, new Tell(to, word));
  }

  /** Ends a turn: sends the open batch unless one is in flight. */
  public void flush() {
    if (taken > turned) {
      turned = taken;
      turns.add(taken);
    }
    if (broken || inFlight) {
      return;
    }
    if (claim != null) {
      inFlight = true;
      Supplier<Future<Long>> next = claim;
      claim = null;
      next.get().onComplete(this::moved);
    } else if (!open.isEmpty()) {
      inFlight = true;
      long first = committed + 1;
      long last = batchEnd();
      List<Change> taking = open.subList(0, (int) (last - committed));
      List<Change> batch = List.copyOf(taking);
      taking.clear();
      store.append(shard, epoch, first, batch).onComplete(result -> appended(last, result));
    }
  }

  /** A turn is never cut: what it decided is kept together, such as an end and what follows it. */
  private long batchEnd() {
    long end = turns.remove();
    while (!turns.isEmpty() && turns.element() - committed <= BATCH_MAX) {
      end = turns.remove();
    }
    return end;
  }

  /** Claims the next epoch between two batches, so that none is refused for its old one. */
  public void moveOn(Supplier<Future<Long>> nextEpoch) {
    claim = nextEpoch;
  }

  public boolean full() {
    return open.size() >= WAITING_MAX || parked.size() >= WAITING_MAX;
  }

  /** Breaks the line: whatever is parked is unknown, whatever comes later is too. */
  public void stepDown(Throwable cause) {
    if (broken) {
      return;
    }
    broken = true;
    open.clear();
    turns.clear();
    for (Parked each : parked) {
      if (each.saying instanceof Answer answer) {
        mouth.unknown(answer.ticket);
      }
    }
    parked.clear();
    mouth.stepDown(cause);
  }

  private void appended(long last, AsyncResult<Void> result) {
    if (broken) {
      return;
    }
    if (result.failed()) {
      stepDown(result.cause());
      return;
    }
    inFlight = false;
    committed = last;
    release();
    if (!broken) {
      mouth.settled(last);
      flush();
    }
  }

  private void moved(AsyncResult<Long> result) {
    if (broken) {
      return;
    }
    if (result.failed()) {
      stepDown(result.cause());
      return;
    }
    inFlight = false;
    epoch = result.result();
    flush();
  }

  private void release() {
    while (!parked.isEmpty() && parked.element().behind <= committed) {
      leave(0, parked.remove().saying);
    }
  }

  private void park(long behind, Saying saying) {
    parked.add(new Parked(behind, arrivals++, saying));
  }

  private void leave(long behind, Saying saying) {
    if (broken) {
      if (saying instanceof Answer answer) {
        mouth.unknown(answer.ticket);
      }
    } else if (behind > committed) {
      park(behind, saying);
    } else if (saying instanceof Answer answer) {
      mouth.reply(answer.ticket, answer.reply);
    } else if (saying instanceof Push push) {
      mouth.push(push.watcher, push.notice);
    } else if (saying instanceof Tell tell) {
      mouth.tell(tell.shard, tell.word);
    }
  }
}
