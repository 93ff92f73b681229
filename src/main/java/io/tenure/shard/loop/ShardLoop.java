package io.tenure.shard.loop;

import io.tenure.shard.meter.LoopMeter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Runs the shards of one event loop: opens their mail in turns, renewals first, and lets time pass.
 * Owned by the thread of the loop; only {@link #post} may be called from other threads.
 */
public final class ShardLoop {

  /**
   * The longest delay of an end of a lease or of a grant from a queue; a loop takes some 5 us for
   * each.
   */
  public static final long TICK_MILLIS = 10;

  /**
   * Letters that one turn opens: they take some tenths of a millisecond, then the loop reads its
   * sockets.
   */
  public static final int LETTERS_PER_TURN = 256;

  /**
   * The changes of so many consecutive turns go to the store together, because a small batch costs
   * the store as much as ten grants. Under load these turns take a millisecond or two.
   */
  public static final int TURNS_PER_SEND = 4;

  /** The time for which all shards of a loop may end leases, while renewals wait. */
  static final long TICKING_NANOS_MAX = 500_000;

  /**
   * The least time between two looks at shards between ticks. A look visits only the shards with
   * something due.
   */
  static final long LOOK_NANOS = 1_500_000;

  private final int number;
  private final LoopExecutor executor;
  private final Clock clock;
  private final SuspendAwareClock realTime;
  private final Mailbox mailbox;
  private final LoopMeter meter;
  private final Mail[] letters = new Mail[LETTERS_PER_TURN];
  private final List<LoopShard> shards = new ArrayList<>();

  /** A shard had more leases to end than fit into a turn, or had no turn. */
  private boolean behind;

  /** A look between two ticks is scheduled. */
  private boolean looking;

  private int turnsUnsent;

  /** The shard that comes first in this round. */
  private int first;

  private long nowNanos;
  private long realNanos;

  public ShardLoop(int number, Clock clock, LoopExecutor executor) {
    this.number = number;
    this.executor = executor;
    this.clock = clock;
    realTime = new SuspendAwareClock(clock);
    mailbox = new Mailbox(executor, this::turn);
    meter = new LoopMeter(TICK_MILLIS, mailbox::renewalsWaiting, mailbox::requestsWaiting);
    readClocks();
  }

  /** The number of this loop at this server, from 0. */
  public int number() {
    return number;
  }

  /** Whether the calling thread is that of this loop. */
  public boolean isHere() {
    return executor.isHere();
  }

  /** Posts mail to the loop; returns false when the mailbox is full. */
  public boolean post(Mail mail) {
    return mailbox.post(mail);
  }

  /** Opens a letter at once in a turn of its own; only for the thread of this loop. */
  public void hearNow(Mail mail) {
    readClocks();
    mail.open();
    endTurn();
  }

  /** Schedules another turn, after pending socket reads. */
  public void goOn() {
    mailbox.goOn();
  }

  /** Adds a shard, which stays on this loop from now on. */
  public void add(LoopShard shard) {
    shards.add(shard);
  }

  public LoopMeter meter() {
    return meter;
  }

  public Clock clock() {
    return clock;
  }

  public SuspendAwareClock realTime() {
    return realTime;
  }

  /** The monotonic time of the present turn. */
  public long nowNanos() {
    return nowNanos;
  }

  /** The monotonic time outside of a turn. */
  public long freshNanos() {
    readClocks();
    return nowNanos;
  }

  /** The real time, read after the loop took the mail of this turn. */
  public long realNanos() {
    return realNanos;
  }

  private void turn() {
    mailbox.beginDrain();
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

  /** To be called every {@link #TICK_MILLIS}. */
  public void tick() {
    hearRenewals();
    meter.ticks(nowNanos);
    tickShards();
    endTick();
  }

  /** Ends leases that need not wait for the next tick. */
  private void look() {
    looking = false;
    hearRenewals();
    tickShards(shard -> shard.dueIn(0) == 0);
    endTick();
  }

  /** Hears the renewals first, so that no lease ends while its renewal waits in the mailbox. */
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
    for (LoopShard shard : shards) {
      soonest = Math.min(soonest, shard.dueIn(TICK_MILLIS * 1_000_000));
    }
    if (!looking && soonest != Long.MAX_VALUE) {
      looking = true;
      executor.after(Math.max(LOOK_NANOS, soonest), this::look);
    }
  }

  private void tickShards() {
    tickShards(every -> true);
  }

  private void tickShards(Predicate<LoopShard> which) {
    long begunNanos = clock.nanos();
    for (int ticked = 0; ticked < shards.size(); ticked++) {
      if (clock.nanos() - begunNanos > TICKING_NANOS_MAX) {
        behind = true;
        return;
      }
      LoopShard shard = shards.get(first);
      first = (first + 1) % shards.size();
      if (which.test(shard)) {
        behind |= shard.tick();
      }
    }
  }

  /**
   * Reads the clocks after the mail was taken. If mail came after the end of an ownership, this
   * reading shows the end, however long the thread was delayed before.
   */
  private void hear(int count) {
    // mistake: time-of-an-earlier-turn
    readClocks();
    for (int at = 0; at < count; at++) {
      letters[at].open();
    }
    Arrays.fill(letters, 0, count, null);
  }

  private void readClocks() {
    nowNanos = clock.nanos();
    realNanos = realTime.getAsLong();
  }

  /**
   * Ends a turn. While mail waits the next turn is certain, and may add changes to the same
   * batches.
   */
  private void endTurn() {
    boolean sends = mailbox.isEmpty() || ++turnsUnsent >= TURNS_PER_SEND;
    turnsUnsent = sends ? 0 : turnsUnsent;
    for (LoopShard shard : shards) {
      shard.endTurn(sends);
    }
  }
}
