package io.tenure.core.model;

/** The time after an opening in which no lease begins, told the plain way. */
final class NaiveQuarantine {

  /** What people are told of one that waits for other shards. */
  private static final long AWAITED_MILLIS = 500;

  private final NaiveLeases leases;

  /** On the lease clock. */
  long until;

  /** Until when other shards are to hear of it. */
  long tellsUntil;

  long unheardUntil;

  /** By an operator, whatever it would have waited for, but for an epoch. */
  boolean ended;

  /** In doubt no lease gets a number of an epoch that was asked for before all else was over. */
  private boolean awaitsEpoch;

  private boolean epochAsked;

  NaiveQuarantine(NaiveLeases leases) {
    this.leases = leases;
  }

  void begin(Claim claim) {
    until = claim.quarantineMillis() * NaiveClock.MILLI;
    tellsUntil = (10_000 + 2 * claim.termMillis()) * NaiveClock.MILLI;
    unheardUntil = tellsUntil + until;
    ended = false;
    awaitsEpoch = claim.doubtful();
    epochAsked = false;
  }

  /** Whether it may ask for its epoch now; it does so once. */
  boolean asksForEpoch() {
    boolean first = awaitsEpoch && !epochAsked && !protects();
    epochAsked |= first;
    return first;
  }

  /** True: it was this epoch that was awaited. */
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

  boolean on() {
    return awaitsEpoch || protects();
  }

  /** Whether {@code call} asks once more for a lease that was recovered. */
  boolean hides(Call call) {
    NaiveTenure known = call.known;
    boolean lives = call.knownStanding == Call.Standing.ALIVE;
    return known != null && lives && !known.runsOut && on();
  }

  private boolean protects() {
    return awaits() || !leases.clock.over(until);
  }

  /** For people, and never 0 before it is over. */
  long millis() {
    long left = Math.max(0, until - leases.clock.judgedNanos());
    long millis = left / NaiveClock.MILLI + (left % NaiveClock.MILLI > 0 ? 1 : 0);
    return awaits() || awaitsEpoch ? Math.max(millis, AWAITED_MILLIS) : millis;
  }

  /** Until other shards have heard, and until what was recovered in doubt has run out. */
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
