package io.tenure.core;

import io.tenure.core.memory.IntColumn;
import io.tenure.core.memory.TextIndex;

/**
 * The rows of ended tenures, longest ended first, from which new tenures get their rows. A row
 * stays unused for a while, so that a late holder or a repeated request can learn how its tenure
 * ended.
 */
final class Graveyard {

  /**
   * The time for which a repeated request, or a holder that comes back, learns how its tenure
   * ended.
   */
  static final long MEMORY_NANOS = 600_000_000_000L;

  private final LeaseRows rows;
  private final int gravesMax;
  private final IntColumn next = new IntColumn();
  private int oldest = TextIndex.NONE;
  private int newest = TextIndex.NONE;

  /** The oldest row that is not swept yet. */
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
   * Returns a row that may be used again, or {@link TextIndex#NONE} when all rows must still be
   * remembered.
   */
  int reuse(long leaseNow) {
    if (count == 0 || count <= gravesMax && !forgettable(oldest, leaseNow)) {
      return TextIndex.NONE;
    }
    return takeOldest();
  }

  /**
   * Returns the longest ended row, although it must still be remembered: no other row is available,
   * and a living tenure is more important than a memory.
   */
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

  /**
   * Returns the next row that need not be remembered any more, so that the caller can delete its
   * record.
   */
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
