package io.tenure.sim;

/** The source of every random choice of a run: the same seed makes the same choices. */
final class Chance {

  private long state;

  Chance(long seed) {
    state = seed;
  }

  long next() {
    state += 0x9e3779b97f4a7c15L;
    long mixed = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }

  /** A number from 0 to {@code bound - 1}. */
  int below(int bound) {
    return (int) between(0, bound - 1L);
  }

  /** Both ends included. */
  long between(long least, long most) {
    return least + Long.remainderUnsigned(next() >>> 1, most - least + 1);
  }

  /**
   * Distributed evenly by orders of magnitude: as likely between 1 and 10 as between 10 and 100.
   */
  long spread(long least, long most) {
    double span = Math.log((double) most / least);
    return Math.min(most, Math.round(least * Math.exp(fraction() * span)));
  }

  boolean oneIn(int times) {
    return below(times) == 0;
  }

  boolean percent(double share) {
    return fraction() * 100 < share;
  }

  private double fraction() {
    return (next() >>> 11) * 0x1p-53;
  }
}
