package io.tenure.loadtest;

import java.lang.management.ManagementFactory;

/** Measures storms of expiry, after one that only warms up. */
final class StormLine {

  private static final int LIVING = 100_000;

  private StormLine() {}

  /** Arguments: leases that expire, rounds, whether the table is fresh or aged. */
  public static void main(String[] args) {
    int dying = Integer.parseInt(args[0]);
    boolean aged = args[2].equals("aged");
    new Storm(dying, LIVING, aged).run(false);
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      Storm storm = new Storm(dying, LIVING, aged);
      ManagementFactory.getMemoryMXBean().gc();
      storm.run(true);
    }
  }
}
