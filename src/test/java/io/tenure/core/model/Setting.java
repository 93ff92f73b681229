package io.tenure.core.model;

import io.tenure.api.Limits;
import java.util.SplittableRandom;

/**
 * What is fixed for a whole run: how small the limits are, when it starts, how slow the store is,
 * and whether it uses up its numbers so fast that it needs a new epoch now and then.
 */
record Setting(
    Limits limits,
    boolean relaxed,
    boolean promptTicks,
    boolean hungry,
    int settlePercent,
    long startNanos) {

  static final Limits TINY = new Limits(10, 2_000, 1_000, 7, 2, 2, 3, 2, 2, 4, 8, 3, 5, 4_200);

  /** Hardly a slot to spare: what has ended is forgotten at once, and its slot used again. */
  static final Limits CRAMPED = new Limits(10, 2_000, 1_000, 2, 2, 2, 3, 2, 2, 4, 8, 0, 2, 4_200);

  static final Limits SMALL =
      new Limits(100, 90_000, 5_000, 40, 5, 4, 8, 6, 3, 6, 20, 12, 1_000, 4_300);

  static Setting of(SplittableRandom random) {
    Limits limits =
        switch (random.nextInt(4)) {
          case 0 -> random.nextBoolean() ? TINY : CRAMPED;
          case 1 -> SMALL;
          default -> Limits.STANDARD;
        };
    long start =
        switch (random.nextInt(4)) {
          case 0 -> Long.MIN_VALUE;
          case 1 -> 0;
          case 2 -> Long.MAX_VALUE - random.nextInt(1_000_000_000);
          default -> random.nextLong();
        };
    return new Setting(
        limits,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        !limits.equals(Limits.STANDARD) && random.nextInt(9) == 0,
        random.nextBoolean() ? 100 : 10 + random.nextInt(60),
        start);
  }
}
