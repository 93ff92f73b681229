package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.RenewalCode;
import io.tenure.core.memory.Counters;
import io.tenure.core.memory.LatencyHistogram;

/**
 * The counts of the decisions of one shard, for people. The shard loop writes them, and any thread
 * reads them. They belong to the maker of the table, so that they outlive a table.
 */
public final class TableMeter {

  /**
   * The number of classes of near misses: less than 1/2 of the ttl was left, less than 1/4, and so
   * on.
   */
  public static final int NEAR_MISSES = 5;

  private static final int ENDINGS = EndReason.values().length;

  private static final int RENEWED = NEAR_MISSES;
  private static final int PENDING = RENEWED + 1;

  /**
   * The counters before this index count the codes of {@link RenewalCode}, each by its distance
   * from {@link #PENDING}.
   */
  private static final int GRANTED = PENDING + 1 + (int) -RenewalCode.SESSION_BOUND;

  private static final int SESSIONS = GRANTED + 1;
  private static final int ENDED = SESSIONS + 1;
  private static final int SESSIONS_ENDED = ENDED + ENDINGS;

  private static final int AMNESTY = SESSIONS_ENDED + ENDINGS;

  private final Counters counters = new Counters(AMNESTY + 1);
  private final LatencyHistogram lateness = new LatencyHistogram();
  private volatile long amnestyLeftNanos;

  /**
   * Counts the margin of a renewal. Most renewals come before half of the ttl has passed, and cost
   * one comparison.
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

  /**
   * Counts a renewal that came as a request. The hot path counts its own renewals, many at a time.
   */
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

  /** Counts the time between the deadline of a tenure and its end, by the lease clock. */
  void late(long nanos) {
    lateness.add(nanos);
  }

  /** Counts the time that leases gained because the server paused (G11). */
  void forgiven(long nanos) {
    counters.add(AMNESTY, nanos);
  }

  /** Notes the time that the next pause may give to leases. */
  void mayForgive(long nanos) {
    amnestyLeftNanos = nanos;
  }

  /** Returns the time that the next pause may give to the leases of this shard. */
  public long amnestyLeftNanos() {
    return amnestyLeftNanos;
  }

  /** Returns the time that the leases of this shard gained because the server paused. */
  public long amnestyNanos() {
    return counters.get(AMNESTY);
  }

  /**
   * Returns the number of renewals in one class of near misses. In class 0 less than 1/2 of the ttl
   * was left, but 1/4 or more; each further class has half of that.
   */
  public long nearMisses(int halves) {
    return counters.get(halves);
  }

  public long renewedByRequest() {
    return counters.get(RENEWED);
  }

  /**
   * Returns the number of renewals without success. {@code code} is one of {@link RenewalCode}, 0
   * or less.
   */
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
