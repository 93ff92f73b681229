package io.tenure.core;

import io.tenure.api.Reply;

/**
 * The time after a start in which no lease begins, because the store may have lost leases. Holders
 * may still believe in these leases. The quarantine is judged by the lease clock, as a lease is.
 * That clock is never ahead of real time, so the lost leases are over before the quarantine is.
 *
 * <p>The quarantine also lasts until it awaits nothing any more. It awaits other shards, which must
 * be informed of the loss, and sessions, which must run out. In doubt it also awaits an epoch
 * claimed after all that. The lost leases may have numbers from the clock of another machine, which
 * was ahead. By the end of the quarantine the clock of this machine has passed these numbers.
 */
final class Quarantine {

  /**
   * The remaining time that is reported while something is awaited. A caller should ask again then.
   */
  private static final long AWAITED_MILLIS = 500;

  private final LeaseClock clock;

  /** The longest time for which a lost lease may keep a key from other callers. */
  private long promisedNanos;

  /** The end of the promised time by the lease clock, which starts at 0 when the table opens. */
  private long until;

  private String doubt = "";
  private int awaited;

  /**
   * The number of other shards that have not acknowledged the loss. They are awaited for a limited
   * time.
   */
  private int unheard;

  private long unheardUntil;

  /**
   * Whether an operator has ended the quarantine. Nothing is awaited any more, except for the
   * numbers of the next epoch.
   */
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

  /**
   * Ends the quarantine, except for its epoch, and returns what was left of it: an operator is
   * responsible for everything that is still awaited.
   */
  Reply endByOperator() {
    Reply left = new Reply.QuarantineEnded(on(), remainingMillis(), doubt());
    until = 0;
    awaited = 0;
    unheard = 0;
    ended = true;
    return left;
  }

  /** Returns the reason of the quarantine, or an empty text when there is no quarantine. */
  String doubt() {
    return on() ? doubt : "";
  }

  /**
   * Lengthens the quarantine after the answer of another shard. Until now that shard may have kept
   * a session alive that has lost leases here, and the session is believed in for {@code millis}
   * more. The time that was promised for these leases begins only now, and ends with the lock-delay
   * after it.
   */
  void lastsAnother(long millis) {
    if (!ended) {
      long lasts = Math.max(promisedNanos, millis * 1_000_000);
      until = Math.max(until, clock.now() + lasts);
    }
  }

  /** Adds {@code more} to the number of awaited things. A negative number lowers it. */
  void awaits(int more) {
    if (!ended) {
      awaited += more;
    }
  }

  /**
   * Awaits the acknowledgement of {@code shards} other shards, for {@code nanos} after the opening.
   * Shards that have not acknowledged by then belong to another server, which has learned of the
   * loss through the store. Their sessions run out within the longest promised time.
   */
  void awaitsShards(int shards, long nanos) {
    unheard = shards;
    unheardUntil = nanos + until;
  }

  void heardByOne() {
    unheard = Math.max(0, unheard - 1);
  }

  /** Awaits the next epoch, because leases must not get numbers of the present epoch. */
  void awaitsEpoch() {
    awaitsEpoch = true;
  }

  /** Returns true once, when everything else is over: it is time to claim the next epoch. */
  boolean wantsEpoch() {
    if (!awaitsEpoch || epochAsked || protects()) {
      return false;
    }
    epochAsked = true;
    return true;
  }

  /**
   * Returns whether the doubt continues. During the doubt a lost owner may also have given out
   * numbers of the present epoch.
   */
  boolean inDoubt() {
    return awaitsEpoch;
  }

  /**
   * Notes that numbers of the next epoch are available. Returns true when the quarantine awaited
   * these numbers. If the store is not {@code whole}, the quarantine asks for an epoch once more.
   */
  boolean entered(boolean whole) {
    boolean awaited = whole && epochAsked && !protects();
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

  /** Returns the remaining time, rounded up. It is 0 only when the quarantine is over. */
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
