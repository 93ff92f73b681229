package io.tenure.machine;

import java.util.ArrayDeque;
import java.util.Deque;

/** The times in which a thread that should run regularly could not run. */
final class Gaps {

  /** Ordinary delays of a busy machine are not noted. */
  private static final long NOTED_NANOS = 30_000_000;

  /** Half a minute of gaps in direct succession. */
  private static final int KEPT_MAX = 1_000;

  private record Gap(long fromNanos, long untilNanos) {

    /** Compares by differences to one instant, because the clock may wrap. */
    long shared(long fromNanos, long untilNanos) {
      long from = Math.max(0, this.fromNanos - fromNanos);
      return Math.min(untilNanos - fromNanos, this.untilNanos - fromNanos) - from;
    }
  }

  private final Deque<Gap> gaps = new ArrayDeque<>();
  private long lookedNanos;

  Gaps(long nowNanos) {
    lookedNanos = nowNanos;
  }

  synchronized void look(long nowNanos) {
    if (nowNanos - lookedNanos > NOTED_NANOS) {
      if (gaps.size() == KEPT_MAX) {
        gaps.removeFirst();
      }
      gaps.addLast(new Gap(lookedNanos, nowNanos));
    }
    lookedNanos = nowNanos;
  }

  /** The longest part of that time without a run of the thread, up to now. */
  synchronized long longestNanos(long fromNanos, long untilNanos, long nowNanos) {
    long longest = Math.max(0, new Gap(lookedNanos, nowNanos).shared(fromNanos, untilNanos));
    for (Gap gap : gaps) {
      longest = Math.max(longest, gap.shared(fromNanos, untilNanos));
    }
    return longest;
  }
}
