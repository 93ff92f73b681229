package io.tenure.loadtest;

import java.util.function.IntConsumer;

/**
 * Measures a renewal compared with the bare write of the same footprint. The two take turns in one
 * process, so that a disturbance of one disturbs the other. It also measures the garbage of a
 * renewal.
 */
final class RenewalLine {

  private static final int WARM_UP = 20_000;
  private static final int WARM_UPS = 200;
  private static final int COUNTED = 1_000_000;

  private RenewalLine() {}

  /** Arguments: leases, rounds, operations in one half of a round. */
  public static void main(String[] args) {
    int leases = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    int operations = Integer.parseInt(args[2]);
    Renewals renewals = new Renewals(leases);
    Stripes stripes = new Stripes(renewals.handles());
    for (int i = 0; i < WARM_UPS; i++) {
      renewals.run(WARM_UP);
      stripes.run(WARM_UP);
    }
    for (int round = 0; round < rounds; round++) {
      double raw = nanosEach(stripes::run, operations);
      double ours = nanosEach(renewals::run, operations);
      ours += nanosEach(renewals::run, operations);
      raw += nanosEach(stripes::run, operations);
      Measured.print("renew", ours / 2);
      Measured.print("raw", raw / 2);
      Measured.print("ratio", raw / ours);
      Measured.print("garbage", bytesEach(renewals));
    }
    renewals.check();
    stripes.check();
  }

  static double nanosEach(IntConsumer work, int operations) {
    long before = ThreadClock.nanos();
    work.accept(operations);
    return (double) (ThreadClock.nanos() - before) / operations;
  }

  private static double bytesEach(Renewals renewals) {
    long before = ThreadClock.allocatedBytes();
    renewals.run(COUNTED);
    return (double) (ThreadClock.allocatedBytes() - before) / COUNTED;
  }
}
