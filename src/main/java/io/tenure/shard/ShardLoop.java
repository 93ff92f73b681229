package io.tenure.shard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One event loop and the shards that live on it: hears its mail in turns, renewals first, and lets
 * its shards see time pass. Owned by its thread; only {@link #post} may be called from elsewhere.
 */
final class ShardLoop {

  /** Letters of one turn: some tenths of a millisecond, then the loop breathes. */
  static final int LETTERS_PER_TURN = 256;

  /**
   * What so many turns in a row change goes to the store together, because a small batch costs it
   * as much as ten grants; a millisecond or two, when there is much to do.
   */
  static final int TURNS_PER_SEND = 4;

  /** For the shards of a loop together to end what is over: whoever renews meanwhile waits. */
  static final long TICKING_NANOS_MAX = 500_000;

  /** Between ticks shards are looked at no more often, and only those in which something is due. */
  static final long LOOK_NANOS = 1_500_000;

  private final int number;
  private final LoopExecutor executor;
  private final Clock clock;
  private final SuspendAwareClock realTime;
  private final Mailbox mailbox;
  private final LoopMeter meter;
  private final Mail[] letters = new Mail[LETTERS_PER_TURN];
  private final List<@Nullable Shard> shards = new ArrayList<>();
  private final List<Shard> own = new ArrayList<>();

  /** A shard had more to end than fits into a turn, or did not come to its turn. */
  private boolean behind;

  /** A look between two ticks is on its way. */
  private boolean looking;

  private int turnsUnsent;

  /** Whose turn it is to be the first. */
  private int first;

  private long nowNanos;
  private long realNanos;

  ShardLoop(int number, Clock clock, LoopExecutor executor) {
    this.number = number;
    this.executor = executor;
    this.clock = clock;
    realTime = new SuspendAwareClock(clock);
    mailbox = new Mailbox(executor, this::turn);
    meter = new LoopMeter(mailbox);
    readClocks();
  }

  /** Counted from 0 among the loops of this server. */
  int number() {
    return number;
  }

  /** False when its mailbox is full. */
  boolean post(Mail mail) {
    return mailbox.post(mail);
  }

  /** A turn for this one letter, without a hop: to be called on this loop's own thread only. */
  void hearNow(Mail mail) {
    readClocks();
    mail.open(this);
    endTurn();
  }

  /** There will be a turn, when whoever knocks at the sockets was heard. */
  void goOn() {
    mailbox.goOn();
  }

  void add(Shard shard) {
    while (shards.size() <= shard.index()) {
      shards.add(null);
    }
    shards.set(shard.index(), shard);
    own.add(shard);
  }

  Shard shard(int index) {
    Shard shard = shards.get(index);
    if (shard == null) {
      throw new IllegalStateException("shard " + index + " lives on another loop");
    }
    return shard;
  }

  LoopMeter meter() {
    return meter;
  }

  SuspendAwareClock realTime() {
    return realTime;
  }

  /** The monotonic time of the present turn. */
  long nowNanos() {
    return nowNanos;
  }

  /** The monotonic time outside of a turn. */
  long freshNanos() {
    readClocks();
    return nowNanos;
  }

  /** Real time, read after the mail of this turn was taken. */
  long realNanos() {
    return realNanos;
  }

  private void turn() {
    mailbox.awake();
    hear(mailbox.take(letters));
    if (behind) {
      behind = false;
      hearRenewals();
      tickShards();
    }
    endTurn();
    if (behind || !mailbox.isEmpty()) {
      goOn();
    }
  }

  /** To be called every {@link ShardVerticle#TICK_MILLIS}. */
  void tick() {
    hearRenewals();
    meter.ticks(nowNanos);
    tickShards();
    endTick();
  }

  /** What ends between two ticks need not wait for the next. */
  private void look() {
    looking = false;
    hearRenewals();
    tickShards(shard -> shard.dueIn(0) == 0);
    endTick();
  }

  /** Those that wait: nobody's lease is to end while its renewal lies in the mailbox. */
  private void hearRenewals() {
    int heard = letters.length;
    for (int at = 0; at < Mailbox.RENEWALS_MAX && heard == letters.length; at += heard) {
      heard = mailbox.takeRenewals(letters);
      hear(heard);
    }
    readClocks();
  }

  private void endTick() {
    endTurn();
    lookAgain();
    if (behind || !mailbox.isEmpty()) {
      goOn();
    }
  }

  private void lookAgain() {
    long soonest = Long.MAX_VALUE;
    for (Shard shard : own) {
      soonest = Math.min(soonest, shard.dueIn(ShardVerticle.TICK_MILLIS * 1_000_000));
    }
    if (!looking && soonest != Long.MAX_VALUE) {
      looking = true;
      executor.after(Math.max(LOOK_NANOS, soonest), this::look);
    }
  }

  private void tickShards() {
    tickShards(every -> true);
  }

  private void tickShards(Predicate<Shard> which) {
    long begunNanos = clock.nanos();
    for (int ticked = 0; ticked < own.size(); ticked++) {
      if (clock.nanos() - begunNanos > TICKING_NANOS_MAX) {
        behind = true;
        return;
      }
      Shard shard = own.get(first);
      first = (first + 1) % own.size();
      if (which.test(shard)) {
        behind |= shard.tick();
      }
    }
  }

  /**
   * The clocks are read after the mail was taken: had it been sent after an ownership ran out, that
   * would be seen now, however long the thread was held up before.
   */
  private void hear(int count) {
    // mistake: time-of-an-earlier-turn
    readClocks();
    for (int at = 0; at < count; at++) {
      letters[at].open(this);
    }
    Arrays.fill(letters, 0, count, null);
  }

  private void readClocks() {
    nowNanos = clock.nanos();
    realNanos = realTime.getAsLong();
  }

  /** While mail waits the next turn is certain, and may have more for the same batches. */
  private void endTurn() {
    boolean sends = mailbox.isEmpty() || ++turnsUnsent >= TURNS_PER_SEND;
    turnsUnsent = sends ? 0 : turnsUnsent;
    for (Shard shard : own) {
      shard.endTurn(sends);
    }
  }
}
