package io.tenure.core;

import io.tenure.api.Reply;

/**
 * The time after a start in which no lease begins, because the store may have lost some that are
 * still believed in. It is judged as a lease is, by the lease clock, which is never ahead of real
 * time: what it protects is over before it is. It also lasts until nothing is awaited any more:
 * other shards that have to hear of what was lost, and sessions that have to run out; and, in
 * doubt, an epoch claimed after all that. The lost leases may have had their numbers by the clock
 * of another machine, which is ahead: by now the clock of this one has come further.
 */
final class Quarantine {

  /** What is told of the time while something is awaited: then is the time to look again. */
  private static final long AWAITED_MILLIS = 500;

  private final LeaseClock clock;

  /** The longest time for which a key may be kept from other callers by a lease that is lost. */
  private long promisedNanos;

  /** By the lease clock, which starts at 0 when the table opens. */
  private long until;

  private String doubt = "";
  private int awaited;

  /** Other shards that have not heard of it; awaited for a while only. */
  private int unheard;

  private long unheardUntil;

  /** By an operator: what is awaited matters no more, but for the numbers. */
  private boolean ended;

  private boolean awaitsEpoch;
  private boolean epochAsked;

  Quarantine(LeaseClock clock) {
    this.clock = clock;
  }

  void begin(long millis) {
    if (millis < 0 || millis > Liveness.NEVER / 1_000_000) {
      throw new IllegalArgumentException("no quarantine lasts " + millis + " ms");
    }
    promisedNanos = millis * 1_000_000;
    until = promisedNanos;
  }

  void because(String reason) {
    doubt = reason;
  }

  /** Ends the quarantine for an operator, and returns what was left of it. */
  Reply endByOperator() {
    Reply left = new Reply.QuarantineEnded(on(), remainingMillis(), doubt());
    until = 0;
    awaited = 0;
    unheard = 0;
    ended = true;
    return left;
  }

  /** Empty when there is no quarantine. */
  String doubt() {
    return on() ? doubt : "";
  }

  /**
   * Until now another shard may have kept a session alive of which leases are lost here; it is
   * believed in for {@code millis} more. Only now does the time begin that was promised of them,
   * which ends with the lock-delay after that.
   */
  void lastsAnother(long millis) {
    if (!ended) {
      long lasts = Math.max(promisedNanos, millis * 1_000_000);
      until = Math.max(until, clock.now() + lasts);
    }
  }

  /** So many more things are awaited; less than 0: fewer. */
  void awaits(int more) {
    if (!ended) {
      awaited += more;
    }
  }

  /**
   * Other shards are to hear of it within {@code nanos} of the opening. Those that have not said so
   * by then are another server's, and have heard of it by way of the store: their sessions run out
   * within the longest time promised.
   */
  void awaitsShards(int shards, long nanos) {
    unheard = shards;
    unheardUntil = nanos + until;
  }

  void heardByOne() {
    unheard = Math.max(0, unheard - 1);
  }

  /** The numbers of the present epoch are not to be given to leases. */
  void awaitsEpoch() {
    awaitsEpoch = true;
  }

  /** True once, when all else is over: it is time to claim the next epoch. */
  boolean wantsEpoch() {
    if (!awaitsEpoch || epochAsked || protects()) {
      return false;
    }
    epochAsked = true;
    return true;
  }

  /**
   * Whether the doubt goes on. As long a lost owner may have given numbers of the present epoch,
   * too.
   */
  boolean inDoubt() {
    return awaitsEpoch;
  }

  /** There are numbers of the next epoch. True: they are those that it awaited. */
  boolean entered() {
    boolean awaited = epochAsked && !protects();
    awaitsEpoch &= !awaited;
    epochAsked = false;
    return awaited;
  }

  private boolean awaits() {
    return awaited > 0 || unheard > 0 && clock.judged() < unheardUntil;
  }

  private boolean protects() {
    return awaits() || clock.judged() < until;
  }

  boolean on() {
    return awaitsEpoch || protects();
  }

  /** Rounded up, so that it is 0 only when it is over. */
  long remainingMillis() {
    long left = Math.max(0, (until - clock.judged() + 999_999) / 1_000_000);
    return awaits() || awaitsEpoch ? Math.max(left, AWAITED_MILLIS) : left;
  }

  String remedy() {
    return "data may have been lost, so this waits another "
        + remainingMillis()
        + " ms; try again then";
  }
}
