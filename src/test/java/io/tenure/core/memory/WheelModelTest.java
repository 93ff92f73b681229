package io.tenure.core.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Seeded;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Compares the wheel with a naive list of deadlines. The owner of the rows renews without informing
 * the wheel, informs the wheel when a deadline comes earlier, and parks a row again when the wheel
 * looks at it too soon.
 */
class WheelModelTest {

  private static final int STEPS = 3_000;
  private static final int SLOTS = 300;
  private static final long TICK = 1L << Wheel.TICK_SHIFT;
  private static final long SPAN = TICK << 12;
  private static final long FURTHEST = SPAN * 4_095;

  private final Wheel wheel = new Wheel();

  /** The deadline of every row that has one. */
  private final Map<Integer, Long> deadlines = new HashMap<>();

  /** The time of the reminder of every row that has one. */
  private final Map<Integer, Long> reminders = new HashMap<>();

  /** How often the wheel may still look at a row too soon, since its deadline was last set. */
  private final Map<Integer, Integer> looksLeft = new HashMap<>();

  private long now;

  @Test
  void agreesWithANaiveList() {
    Seeded.run(getClass(), 400, random -> new WheelModelTest().run(random));
  }

  private void run(SplittableRandom random) {
    for (int step = 0; step < STEPS; step++) {
      int row = random.nextInt(SLOTS);
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> begin(row, random);
        case 3, 4 -> renew(row, random);
        case 5 -> shorten(row, random);
        case 6 -> forget(row);
        default -> advance(random);
      }
    }
    while (!deadlines.isEmpty()) {
      now += SPAN / 3;
      advanceFully();
    }
  }

  private void begin(int row, SplittableRandom random) {
    if (!deadlines.containsKey(row)) {
      set(row, now + distance(random));
      park(row);
    }
  }

  /** A renewal, without informing the wheel. */
  private void renew(int row, SplittableRandom random) {
    Long deadline = deadlines.get(row);
    if (deadline != null && deadline > now) {
      set(row, Math.max(deadline, now + distance(random)));
    }
  }

  private void shorten(int row, SplittableRandom random) {
    Long deadline = deadlines.get(row);
    if (deadline != null && deadline > now) {
      set(row, now + random.nextLong(deadline - now) + 1);
      park(row);
    }
  }

  /** An end by another cause: the reminder of the row stays, and has no meaning. */
  private void forget(int row) {
    deadlines.remove(row);
  }

  private void advance(SplittableRandom random) {
    now += random.nextInt(4) == 0 ? distance(random) / 4 : random.nextLong(3 * TICK);
    if (random.nextBoolean()) {
      advanceFully();
    } else {
      advance(random.nextInt(20) + 1);
    }
  }

  private void advanceFully() {
    int taken = advance(Integer.MAX_VALUE);
    assertTrue(taken < Integer.MAX_VALUE);
    deadlines.forEach(
        (row, deadline) -> {
          assertTrue(reminders.containsKey(row), () -> row + " is forgotten");
          assertTrue(
              deadline / TICK + 1 > now / TICK, () -> row + " was due at " + deadline + ": " + now);
        });
  }

  private int advance(int budget) {
    int[] looked = {0};
    int taken =
        wheel.advance(
            now,
            budget,
            row -> {
              looked[0]++;
              look(row);
            });
    assertTrue(taken <= budget, "it took up " + taken + " of " + budget);
    assertTrue(looked[0] <= taken);
    return taken;
  }

  private void look(int row) {
    Long reminder = reminders.remove(row);
    assertTrue(reminder != null, () -> row + " has no reminder");
    Long deadline = deadlines.get(row);
    if (deadline == null) {
      return;
    }
    if (deadline <= now) {
      deadlines.remove(row);
      return;
    }
    int left = looksLeft.merge(row, -1, Integer::sum);
    assertTrue(left >= 0, () -> row + " is looked at again and again");
    park(row);
  }

  private void set(int row, long deadline) {
    deadlines.put(row, deadline);
    // The wheel may look at the deadline from before a renewal, at an earlier far entry of the row,
    // at the begin of the span, and wherever the wheel ends before the deadline.
    looksLeft.put(row, 3 + (int) ((deadline - now) / FURTHEST));
  }

  private void park(int row) {
    long deadline = deadlines.getOrDefault(row, 0L);
    wheel.park(row, deadline);
    reminders.merge(row, deadline, Math::min);
  }

  /**
   * A distance from within a tick to beyond the last span, often at the edge of a tick or a span.
   */
  private long distance(SplittableRandom random) {
    long any =
        switch (random.nextInt(6)) {
          case 0 -> random.nextLong(4 * TICK);
          case 1 -> random.nextLong(SPAN);
          case 2 -> random.nextLong(3 * SPAN);
          case 3 -> (random.nextInt(4) + 1) * SPAN;
          case 4 -> random.nextLong(FURTHEST);
          default -> random.nextInt(50) == 0 ? random.nextLong(3 * FURTHEST) : TICK;
        };
    if (random.nextInt(3) == 0) {
      long edge = random.nextBoolean() ? TICK : SPAN;
      any = Math.max(1, (now + any) / edge * edge - now + random.nextInt(3) - 1);
    }
    return any;
  }
}
