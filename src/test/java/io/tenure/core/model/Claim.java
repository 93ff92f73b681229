package io.tenure.core.model;

import java.util.SplittableRandom;

/**
 * The conditions of a claim: its position within the second, and what the store may have lost by
 * then. In doubt the losses may include leases of sessions.
 */
record Claim(int microsOfSecond, long quarantineMillis, boolean doubtful, long ownershipMillis) {

  static Claim of(SplittableRandom random) {
    int micros =
        switch (random.nextInt(3)) {
          case 0 -> 0;
          case 1 -> 999_999;
          default -> random.nextInt(1_000_000);
        };
    long quarantineMillis =
        switch (random.nextInt(8)) {
          case 0 -> 1 + random.nextInt(50);
          case 1 -> 1 + random.nextInt(2_000);
          case 2 -> 1 + random.nextInt(20_000);
          default -> 0;
        };
    boolean doubtful = quarantineMillis > 0 && random.nextInt(3) > 0;
    long ownershipMillis = doubtful && random.nextBoolean() ? 1 + random.nextInt(3_000) : 0;
    return new Claim(micros, quarantineMillis, doubtful, ownershipMillis);
  }
}
