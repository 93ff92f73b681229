package io.tenure.loadtest;

import io.tenure.api.LeaseId;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Counts the leases that ended before their promised deadline. It lets very many leases end, some
 * of them renewed before, at random times.
 */
final class EarlyLine {

  private static final int LIVING = 1 << 17;
  private static final int KEYS = 1 << 20;
  private static final long TTL_MILLIS_MIN = 100;
  private static final long TTL_MILLIS_MAX = 4_000;
  private static final long STEP_NANOS_MAX = 20_000_000;
  private static final int RENEWED_ONE_IN = 4;

  private final Stand stand = new Stand(1);
  private final SplittableRandom random = new SplittableRandom(1);
  private long[] promisedNanos = new long[LIVING];
  private long early;
  private long acquired;

  private EarlyLine() {
    stand.onExpired = row -> early += stand.now < promisedNanos[row] ? 1 : 0;
  }

  /** Argument: how many leases are to end. */
  public static void main(String[] args) {
    new EarlyLine().run(Long.parseLong(args[0]));
  }

  private void run(long ends) {
    while (stand.expired < ends) {
      while (acquired - stand.expired < LIVING) {
        acquire();
      }
      stand.now += random.nextLong(STEP_NANOS_MAX);
      stand.table.tick(stand.now);
      stand.settle();
    }
    if (stand.strays != 0 || stand.begun != acquired) {
      throw new IllegalStateException(stand.strays + " changes that nobody asked for");
    }
    Measured.print("ends", stand.expired);
    Measured.print("early", early);
  }

  private void acquire() {
    long ttlMillis = random.nextLong(TTL_MILLIS_MIN, TTL_MILLIS_MAX);
    LeaseId lease = stand.acquire(stand.asking(acquired++ % KEYS, ttlMillis).build());
    promise(lease, ttlMillis);
    if (random.nextInt(RENEWED_ONE_IN) == 0) {
      stand.now += random.nextLong(1_000);
      long result =
          stand.table.renew(
              stand.now, lease.row(), lease.generation(), lease.secretHigh(), lease.secretLow());
      if (result != ttlMillis) {
        throw new IllegalStateException("a lease just acquired answered " + result);
      }
      promise(lease, ttlMillis);
    }
  }

  private void promise(LeaseId lease, long ttlMillis) {
    if (lease.row() >= promisedNanos.length) {
      promisedNanos = Arrays.copyOf(promisedNanos, 2 * lease.row());
    }
    promisedNanos[lease.row()] = stand.now + 1_000_000 * ttlMillis;
  }
}
