package io.tenure.core;

import io.tenure.core.memory.IntColumn;
import io.tenure.core.memory.TextIndex;

/**
 * The rows without a living tenure, longest dead first. A row is kept unused for a while, so that
 * it can tell a late holder or a repeated request what became of its tenure.
 */
final class Graveyard {

  /** How long a retry of a request, or a holder that comes back, is told what became of it. */
  static final long MEMORY_NANOS = 600_000_000_000L;

  private final LeaseRows rows;
  private final int gravesMax;
  private final IntColumn next = new IntColumn();
  private int oldest = TextIndex.NONE;
  private int newest = TextIndex.NONE;

  /** Everything older has been swept. */
  private int unswept = TextIndex.NONE;

  private int count;

  Graveyard(LeaseRows rows, int gravesMax) {
    this.rows = rows;
    this.gravesMax = gravesMax;
  }

  int count() {
    return count;
  }

  void bury(int row) {
    if (count == 0) {
      oldest = row;
    } else {
      next.set(newest, row);
    }
    if (unswept == TextIndex.NONE) {
      unswept = row;
    }
    newest = row;
    count++;
  }

  /**
   * A row that may be used again, or {@link TextIndex#NONE} when all are still worth remembering.
   */
  int reuse(long leaseNow) {
    if (count == 0 || count <= gravesMax && !forgettable(oldest, leaseNow)) {
      return TextIndex.NONE;
    }
    return takeOldest();
  }

  /** When no other row is to be had, memory gives way to the living. */
  int takeOldest() {
    if (count == 0) {
      return TextIndex.NONE;
    }
    int row = oldest;
    oldest = following(row);
    if (unswept == row) {
      unswept = oldest;
    }
    count--;
    return row;
  }

  /** Takes up the next row whose memory is over, for its record to be deleted. */
  int sweep(long leaseNow) {
    int row = unswept;
    if (row == TextIndex.NONE || !forgettable(row, leaseNow)) {
      return TextIndex.NONE;
    }
    unswept = following(row);
    return row;
  }

  private int following(int row) {
    return row == newest ? TextIndex.NONE : next.get(row);
  }

  private boolean forgettable(int row, long leaseNow) {
    return !rows.ended(row) || leaseNow - rows.deadline(row) >= MEMORY_NANOS;
  }
}
