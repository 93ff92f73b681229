package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.RenewalCode;
import io.tenure.core.memory.Counters;
import io.tenure.core.memory.LatencyHistogram;

/**
 * What a shard counts of its own decisions, for people. Written by the shard's loop, read by any
 * thread; owned by the maker of the table, so that it outlives one.
 */
public final class TableMeter {

  /** The classes of near misses: less than a half of the ttl was left, less than a quarter, ... */
  public static final int NEAR_MISSES = 5;

  private static final int ENDINGS = EndReason.values().length;

  private static final int RENEWED = NEAR_MISSES;
  private static final int PENDING = RENEWED + 1;

  /** One counter for each code of {@link RenewalCode}, by its distance from {@link #PENDING}. */
  private static final int GRANTED = PENDING + 1 + (int) -RenewalCode.SESSION_BOUND;

  private static final int SESSIONS = GRANTED + 1;
  private static final int ENDED = SESSIONS + 1;
  private static final int SESSIONS_ENDED = ENDED + ENDINGS;

  private static final int AMNESTY = SESSIONS_ENDED + ENDINGS;

  private final Counters counters = new Counters(AMNESTY + 1);
  private final LatencyHistogram lateness = new LatencyHistogram();
  private volatile long amnestyLeftNanos;

  /**
   * Counts the margin of a renewal. Nearly all come before half of the ttl has passed: one
   * comparison.
   */
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
    counters.add(halves);
  }

  /** Counts a renewal that came as a request. The short way counts its own, many at a time. */
  void renewed() {
    counters.add(RENEWED);
  }

  /** Counts a renewal without success: {@code code} is one of {@link RenewalCode}. */
  void refused(long code) {
    counters.add(PENDING + (code == Renewing.NOT_PLAIN ? 0 : (int) -code));
  }

  void granted() {
    counters.add(GRANTED);
  }

  void sessionOpened() {
    counters.add(SESSIONS);
  }

  void leaseEnded(EndReason how) {
    counters.add(ENDED + how.ordinal());
  }

  void sessionOver(EndReason how) {
    counters.add(SESSIONS_ENDED + how.ordinal());
  }

  /** Counts how long after its time a tenure ended, by the lease clock. */
  void late(long nanos) {
    lateness.add(nanos);
  }

  /** Counts the time that leases were given because the server paused (G11). */
  void forgiven(long nanos) {
    counters.add(AMNESTY, nanos);
  }

  /** Notes the time that the next pause may give to leases. */
  void mayForgive(long nanos) {
    amnestyLeftNanos = nanos;
  }

  /** The time that the next pause may give to the leases of this shard. */
  public long amnestyLeftNanos() {
    return amnestyLeftNanos;
  }

  /** The time that the leases of this shard were given because the server paused. */
  public long amnestyNanos() {
    return counters.get(AMNESTY);
  }

  /**
   * Renewals with less than a half of the ttl left, but a quarter or more (0); or less, and so on.
   */
  public long nearMisses(int halves) {
    return counters.get(halves);
  }

  public long renewedByRequest() {
    return counters.get(RENEWED);
  }

  /** Renewals without success: {@code code} is one of {@link RenewalCode}, 0 or less. */
  public long notRenewed(long code) {
    return counters.get(PENDING + (int) -code);
  }

  public long grants() {
    return counters.get(GRANTED);
  }

  public long sessionsOpened() {
    return counters.get(SESSIONS);
  }

  public long ended(EndReason how) {
    return counters.get(ENDED + how.ordinal());
  }

  public long sessionsEnded(EndReason how) {
    return counters.get(SESSIONS_ENDED + how.ordinal());
  }

  public LatencyHistogram lateness() {
    return lateness;
  }
}
