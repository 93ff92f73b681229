package io.tenure.core;

/**
 * The slots without a living tenure, longest dead first. A slot is kept unused for a while, so that
 * it can tell a late holder or a repeated request what became of its tenure.
 */
final class Graveyard {

  /** How long a retry of a request, or a holder that comes back, is told what became of it. */
  static final long MEMORY_NANOS = 600_000_000_000L;

  private final Slots slots;
  private final int gravesMax;
  private final IntColumn next = new IntColumn();
  private int oldest = Index.NONE;
  private int newest = Index.NONE;

  /** Everything older has been swept. */
  private int unswept = Index.NONE;

  private int count;

  Graveyard(Slots slots, int gravesMax) {
    this.slots = slots;
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
    if (unswept == Index.NONE) {
      unswept = slot;
    }
    newest = slot;
    count++;
  }

  /** A slot that may be used again, or {@link Index#NONE} when all are still worth remembering. */
  int reuse(long leaseNow) {
    if (count == 0 || count <= gravesMax && !forgettable(oldest, leaseNow)) {
      return Index.NONE;
    }
    return takeOldest();
  }

  /** When no other slot is to be had, memory gives way to the living. */
  int takeOldest() {
    if (count == 0) {
      return Index.NONE;
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
    if (slot == Index.NONE || !forgettable(slot, leaseNow)) {
      return Index.NONE;
    }
    unswept = following(slot);
    return slot;
  }

  private int following(int slot) {
    return slot == newest ? Index.NONE : next.get(slot);
  }

  private boolean forgettable(int slot, long leaseNow) {
    return !slots.ended(slot) || leaseNow - slots.deadline(slot) >= MEMORY_NANOS;
  }
}
