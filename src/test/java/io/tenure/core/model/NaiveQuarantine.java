package io.tenure.core.model;

/** Implements the quarantine after an opening, in which no lease begins, in its simplest form. */
final class NaiveQuarantine {

  /** The remaining time that is reported for a quarantine that waits for other shards. */
  private static final long AWAITED_MILLIS = 500;

  private final NaiveLeases leases;

  /** The longest time for which a lost lease may keep others from a key. */
  private long promised;

  /** The end of the quarantine, on the lease clock. */
  long until;

  /** The time until which other shards must be informed. */
  long unheardUntil;

  /**
   * An operator ended the quarantine; this ends every reason to wait except the wait for an epoch.
   */
  boolean ended;

  /**
   * In doubt no lease gets a number of an epoch that was requested before all other waits ended.
   */
  private boolean awaitsEpoch;

  private boolean epochAsked;

  NaiveQuarantine(NaiveLeases leases) {
    this.leases = leases;
  }

  void begin(Claim claim) {
    promised = claim.quarantineMillis() * NaiveClock.MILLI;
    until = promised;
    unheardUntil = (10_000 + 2 * claim.ownershipMillis()) * NaiveClock.MILLI + until;
    ended = false;
    awaitsEpoch = claim.doubtful();
    epochAsked = false;
  }

  /** A home was informed: a session that it renewed before has no longer promise from now on. */
  void lastsAnother(long nanos) {
    if (!ended) {
      until = Math.max(until, leases.clock.nanos() + Math.max(promised, nanos));
    }
  }

  /** Whether the quarantine may ask for its epoch now; it does so once. */
  boolean asksForEpoch() {
    boolean first = awaitsEpoch && !epochAsked && !protects();
    epochAsked |= first;
    return first;
  }

  /** True: the quarantine waited for this epoch. */
  boolean entered() {
    boolean awaited = epochAsked && !protects();
    awaitsEpoch &= !awaited;
    epochAsked = false;
    return awaited;
  }

  void end() {
    until = 0;
    ended = true;
  }

  /** Whether there is still a doubt: other shards are being informed, and no cursor is trusted. */
  boolean inDoubt() {
    return awaitsEpoch;
  }

  boolean on() {
    return awaitsEpoch || protects();
  }

  /** Whether {@code call} repeats a request for a lease that was recovered. */
  boolean hides(Call call) {
    NaiveTenure known = call.known;
    boolean lives = call.knownStanding == Call.Standing.ALIVE;
    return known != null && lives && !known.runsOut && on();
  }

  private boolean protects() {
    return awaits() || !leases.clock.over(until);
  }

  /** The remaining time as operators see it, never 0 before the end. */
  long millis() {
    long left = Math.max(0, until - leases.clock.judgedNanos());
    long millis = left / NaiveClock.MILLI + (left % NaiveClock.MILLI > 0 ? 1 : 0);
    return awaits() || awaitsEpoch ? Math.max(millis, AWAITED_MILLIS) : millis;
  }

  /** Until other shards are informed, and the leases that were recovered in doubt have run out. */
  private boolean awaits() {
    return !ended && (awaitsShards() || leases.doubtful && awaitsEnds());
  }

  private boolean awaitsShards() {
    return !leases.sessions.unheard.isEmpty() && !leases.clock.over(unheardUntil);
  }

  private boolean awaitsEnds() {
    return leases.live.stream()
        .anyMatch(each -> each.runsOut && each.token() <= leases.numbers.first);
  }
}
