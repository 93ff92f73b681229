package io.tenure.loadtest;

import io.tenure.api.LeaseId;
import java.util.SplittableRandom;

/**
 * Handles of many leases, flat and shuffled: in order they name leases at random. The prefetcher
 * has them ready, so that a benchmark pays for the lease alone.
 */
final class Handles {

  static final int LONGS = 3;
  private final long[] packed;
  private int count;

  Handles(int capacity) {
    packed = new long[capacity * LONGS];
  }

  void add(LeaseId lease) {
    int at = count++ * LONGS;
    packed[at] = (long) lease.generation() << 32 | lease.row();
    packed[at + 1] = lease.secretHigh();
    packed[at + 2] = lease.secretLow();
  }

  int count() {
    return count;
  }

  /** Row (low half) and generation (high half), then the two halves of the secret, and so on. */
  long[] packed() {
    return packed;
  }

  LeaseId get(int index) {
    int at = index * LONGS;
    long where = packed[at];
    return new LeaseId(
        Stand.SHARD, (int) where, (int) (where >>> 32), packed[at + 1], packed[at + 2]);
  }

  void shuffle(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int left = count; left > 1; left--) {
      int from = (left - 1) * LONGS;
      int to = random.nextInt(left) * LONGS;
      for (int i = 0; i < LONGS; i++) {
        long moved = packed[from + i];
        packed[from + i] = packed[to + i];
        packed[to + i] = moved;
      }
    }
  }
}
