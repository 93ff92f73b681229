package io.tenure.core;

import io.tenure.core.memory.IntColumn;
import io.tenure.core.memory.TextIndex;

/**
 * The slots without a living tenure, longest dead first. A slot is kept unused for a while, so that
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

  void bury(int slot) {
    if (count == 0) {
      oldest = slot;
    } else {
      next.set(newest, slot);
    }
    if (unswept == TextIndex.NONE) {
      unswept = slot;
    }
    newest = slot;
    count++;
  }

  /**
   * A slot that may be used again, or {@link TextIndex#NONE} when all are still worth remembering.
   */
  int reuse(long leaseNow) {
    if (count == 0 || count <= gravesMax && !forgettable(oldest, leaseNow)) {
      return TextIndex.NONE;
    }
    return takeOldest();
  }

  /** When no other slot is to be had, memory gives way to the living. */
  int takeOldest() {
    if (count == 0) {
      return TextIndex.NONE;
    }
    int slot = oldest;
    oldest = following(slot);
    if (unswept == slot) {
      unswept = oldest;
    }
    count--;
    return slot;
  }

  /** Takes up the next slot whose memory is over, for its record to be deleted. */
  int sweep(long leaseNow) {
    int slot = unswept;
    if (slot == TextIndex.NONE || !forgettable(slot, leaseNow)) {
      return TextIndex.NONE;
    }
    unswept = following(slot);
    return slot;
  }

  private int following(int slot) {
    return slot == newest ? TextIndex.NONE : next.get(slot);
  }

  private boolean forgettable(int slot, long leaseNow) {
    return !rows.ended(slot) || leaseNow - rows.deadline(slot) >= MEMORY_NANOS;
  }
}
