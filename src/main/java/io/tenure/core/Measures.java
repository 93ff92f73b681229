package io.tenure.core;

/**
 * What a shard counts of its own decisions, for people. Written by the shard's loop, read by any
 * thread; kept by whoever makes the table, so that it outlives one.
 */
public final class Measures {

  /** Near misses are told apart: less than a half of the ttl was left, than a quarter, ... */
  public static final int NEAR_MISSES = 5;

  private static final int ENDINGS = Ending.values().length;

  private static final int RENEWED = NEAR_MISSES;
  private static final int PENDING = RENEWED + 1;

  /** One place for each code of {@link RenewalCode}, by its distance from {@link #PENDING}. */
  private static final int GRANTED = PENDING + 1 + (int) -RenewalCode.SESSION_BOUND;

  private static final int SESSIONS = GRANTED + 1;
  private static final int ENDED = SESSIONS + 1;
  private static final int SESSIONS_ENDED = ENDED + ENDINGS;

  private static final int AMNESTY = SESSIONS_ENDED + ENDINGS;

  private final Tally tally = new Tally(AMNESTY + 1);
  private final Spread lateness = new Spread();
  private volatile long amnestyLeftNanos;

  /** The margin of a renewal. Nearly all come before half of it has passed: one comparison. */
  void renewedWith(long leftNanos, long ttlNanos) {
    if (leftNanos < ttlNanos >> 1) {
      nearMiss(leftNanos, ttlNanos);
    }
  }

  private void nearMiss(long leftNanos, long ttlNanos) {
    int halves = 0;
    for (long least = ttlNanos >> 2; leftNanos < least && halves < NEAR_MISSES - 1; least >>= 1) {
      halves++;
    }
    tally.add(halves);
  }

  /** By a request. Whoever goes the short way counts for itself, many at a time. */
  void renewed() {
    tally.add(RENEWED);
  }

  /** A renewal came to nothing: {@code code} is one of {@link RenewalCode}. */
  void refused(long code) {
    tally.add(PENDING + (code == Renewing.NOT_PLAIN ? 0 : (int) -code));
  }

  void granted() {
    tally.add(GRANTED);
  }

  void sessionOpened() {
    tally.add(SESSIONS);
  }

  void leaseEnded(Ending how) {
    tally.add(ENDED + how.ordinal());
  }

  void sessionOver(Ending how) {
    tally.add(SESSIONS_ENDED + how.ordinal());
  }

  /** A tenure ended so long after its time was over, by the lease clock. */
  void late(long nanos) {
    lateness.add(nanos);
  }

  /** The server paused, and its leases were given this time (G11). */
  void forgiven(long nanos) {
    tally.add(AMNESTY, nanos);
  }

  /** So much of the next pause may be given to its leases. */
  void mayForgive(long nanos) {
    amnestyLeftNanos = nanos;
  }

  /** So much the next pause may give to the leases of this shard. */
  public long amnestyLeftNanos() {
    return amnestyLeftNanos;
  }

  /** How much time the leases of this shard were given because the server paused. */
  public long amnestyNanos() {
    return tally.get(AMNESTY);
  }

  /** Renewals that came when less than a half of the ttl was left, but a quarter (0); or less... */
  public long nearMisses(int halves) {
    return tally.get(halves);
  }

  public long renewedByRequest() {
    return tally.get(RENEWED);
  }

  /** Renewals that came to nothing: {@code code} is one of {@link RenewalCode}, 0 or less. */
  public long notRenewed(long code) {
    return tally.get(PENDING + (int) -code);
  }

  public long grants() {
    return tally.get(GRANTED);
  }

  public long sessionsOpened() {
    return tally.get(SESSIONS);
  }

  public long ended(Ending how) {
    return tally.get(ENDED + how.ordinal());
  }

  public long sessionsEnded(Ending how) {
    return tally.get(SESSIONS_ENDED + how.ordinal());
  }

  public Spread lateness() {
    return lateness;
  }
}
