package io.tenure.loadtest;

/** Measures an acquire and the release of the same lease, in a table with other leases. */
final class PairLine {

  private static final int WARM_UP = 300_000;

  private PairLine() {}

  /** Arguments: other leases, rounds, pairs in a round. */
  public static void main(String[] args) {
    Pairs pairs = new Pairs(Integer.parseInt(args[0]));
    pairs.run(WARM_UP);
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      Measured.print("pair", RenewalLine.nanosEach(pairs::run, Integer.parseInt(args[2])));
    }
    pairs.check();
  }
}
