package io.tenure.core.model;

import io.tenure.api.Limits;
import java.util.SplittableRandom;

/**
 * The fixed parameters of a run. They are the size of the limits, the start time, the delay of the
 * store, and the size of epochs, which may be so small that a new one is needed now and then.
 */
record Setting(
    Limits limits,
    boolean relaxed,
    boolean promptTicks,
    boolean hungry,
    int settlePercent,
    long startNanos) {

  static final Limits TINY =
      new Limits(
          new Limits.Times(10, 2_000, 1_000),
          2,
          2,
          2,
          new Limits.OfShard(7, 3, 2, 4, 8, 3, 5),
          4_200);

  /** Hardly a spare row: an ended tenure is forgotten at once, and its row is used again. */
  static final Limits CRAMPED =
      new Limits(
          new Limits.Times(10, 2_000, 1_000),
          2,
          2,
          2,
          new Limits.OfShard(2, 3, 2, 4, 8, 0, 2),
          4_200);

  static final Limits SMALL =
      new Limits(
          new Limits.Times(100, 90_000, 5_000),
          5,
          4,
          6,
          new Limits.OfShard(40, 8, 3, 6, 20, 12, 1_000),
          4_300);

  static Setting of(SplittableRandom random) {
    Limits limits =
        switch (random.nextInt(4)) {
          case 0 -> random.nextBoolean() ? TINY : CRAMPED;
          case 1 -> SMALL;
          default -> Limits.DEFAULT;
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
        !limits.equals(Limits.DEFAULT) && random.nextInt(9) == 0,
        random.nextBoolean() ? 100 : 10 + random.nextInt(60),
        start);
  }
}
