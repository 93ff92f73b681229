package io.tenure.loadtest;

import java.lang.management.ManagementFactory;

/** Measures storms of expiry, after one that only warms up. */
final class StormLine {

  private static final int LIVING = 100_000;

  private StormLine() {}

  /** Arguments: leases that expire, rounds. */
  public static void main(String[] args) {
    int dying = Integer.parseInt(args[0]);
    new Storm(dying, LIVING).run(false);
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      Storm storm = new Storm(dying, LIVING);
      ManagementFactory.getMemoryMXBean().gc();
      storm.run(true);
    }
  }
}
