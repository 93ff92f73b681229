package io.tenure.core.model;

/** The time after an opening in which no lease begins, told the plain way. */
final class NaiveQuarantine {

  /** What people are told of one that waits for other shards. */
  private static final long AWAITED_MILLIS = 500;

  private final NaiveLeases leases;

  /** On the lease clock. */
  long until;

  /** Until when other shards are to hear of it. */
  long unheardUntil;

  /** By an operator, whatever it would have waited for. */
  boolean ended;

  NaiveQuarantine(NaiveLeases leases) {
    this.leases = leases;
  }

  void begin(Claim claim) {
    until = claim.quarantineMillis() * NaiveClock.MILLI;
    unheardUntil = (10_000 + 2 * claim.forgottenOwnerMillis()) * NaiveClock.MILLI;
    ended = false;
  }

  void end() {
    until = 0;
    ended = true;
  }

  boolean on() {
    return awaits() || !leases.clock.over(until);
  }

  /** For people, and never 0 before it is over. */
  long millis() {
    long left = Math.max(0, until - leases.clock.judgedNanos());
    long millis = left / NaiveClock.MILLI + (left % NaiveClock.MILLI > 0 ? 1 : 0);
    return awaits() ? Math.max(millis, AWAITED_MILLIS) : millis;
  }

  /** Until other shards have heard, and until the sessions recovered in doubt have run out. */
  private boolean awaits() {
    return !ended && (awaitsShards() || leases.doubtful && awaitsSessions());
  }

  private boolean awaitsShards() {
    return !leases.sessions.unheard.isEmpty() && !leases.clock.over(unheardUntil);
  }

  private boolean awaitsSessions() {
    return leases.live.stream()
        .anyMatch(each -> each.isSession() && each.token() <= leases.numbers.first);
  }
}
