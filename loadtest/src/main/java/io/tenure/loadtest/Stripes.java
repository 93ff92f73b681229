package io.tenure.loadtest;

/**
 * The yardstick of a renewal: a bare read-modify-write in an array of the same footprint. It reads
 * the 32 bytes of each lease and writes 8, in the same random order, taken from the same handles.
 */
final class Stripes {

  private static final int STRIPE_BITS = 2;
  private static final int STEP = 100;

  private final long[] packed;
  private final long[] stripes;
  private int at;
  private long writes;

  Stripes(Handles handles) {
    packed = handles.packed();
    stripes = new long[handles.count() << STRIPE_BITS];
  }

  void run(int count) {
    for (int i = 0; i < count; i++) {
      one();
    }
  }

  long one() {
    int from = at;
    int row = (int) packed[from];
    writes++;
    int next = from + Handles.LONGS;
    at = next == packed.length ? 0 : next;
    int stripe = row << STRIPE_BITS;
    // The other three are 0, and read all the same.
    long others = stripes[stripe + 1] | stripes[stripe + 2] | stripes[stripe + 3];
    return stripes[stripe] += others + STEP;
  }

  /** Checks that every write is there. */
  void check() {
    long sum = 0;
    for (long written : stripes) {
      sum += written;
    }
    if (sum != writes * STEP) {
      throw new IllegalStateException(writes + " writes, but the sum is " + sum);
    }
  }
}
