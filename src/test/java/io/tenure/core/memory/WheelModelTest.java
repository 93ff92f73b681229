package io.tenure.core.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Seeded;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The wheel against a naive list of deadlines. The owner of the slots renews without telling the
 * wheel, tells it when a deadline comes earlier, and parks again what is looked at too soon.
 */
class WheelModelTest {

  private static final int STEPS = 3_000;
  private static final int SLOTS = 300;
  private static final long TICK = 1L << Wheel.TICK_SHIFT;
  private static final long SPAN = TICK << 12;
  private static final long FURTHEST = SPAN * 4_095;

  private final Wheel wheel = new Wheel();

  /** The deadline of every slot that has one. */
  private final Map<Integer, Long> deadlines = new HashMap<>();

  /** When every slot with a reminder was told to be reminded. */
  private final Map<Integer, Long> reminders = new HashMap<>();

  /** How often a slot may be looked at too soon, since its deadline was last set. */
  private final Map<Integer, Integer> looksLeft = new HashMap<>();

  private long now;

  @Test
  void agreesWithANaiveList() {
    Seeded.run(getClass(), 400, random -> new WheelModelTest().run(random));
  }

  private void run(SplittableRandom random) {
    for (int step = 0; step < STEPS; step++) {
      int slot = random.nextInt(SLOTS);
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> begin(slot, random);
        case 3, 4 -> renew(slot, random);
        case 5 -> shorten(slot, random);
        case 6 -> forget(slot);
        default -> advance(random);
      }
    }
    while (!deadlines.isEmpty()) {
      now += SPAN / 3;
      advanceFully();
    }
  }

  private void begin(int slot, SplittableRandom random) {
    if (!deadlines.containsKey(slot)) {
      set(slot, now + distance(random));
      park(slot);
    }
  }

  /** A renewal: the wheel is not told. */
  private void renew(int slot, SplittableRandom random) {
    Long deadline = deadlines.get(slot);
    if (deadline != null && deadline > now) {
      set(slot, Math.max(deadline, now + distance(random)));
    }
  }

  private void shorten(int slot, SplittableRandom random) {
    Long deadline = deadlines.get(slot);
    if (deadline != null && deadline > now) {
      set(slot, now + random.nextLong(deadline - now) + 1);
      park(slot);
    }
  }

  /** Ended in another way: its reminder stays, and means nothing. */
  private void forget(int slot) {
    deadlines.remove(slot);
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
        (slot, deadline) -> {
          assertTrue(reminders.containsKey(slot), () -> slot + " is forgotten");
          assertTrue(
              deadline / TICK + 1 > now / TICK,
              () -> slot + " was due at " + deadline + ": " + now);
        });
  }

  private int advance(int budget) {
    int[] looked = {0};
    int taken =
        wheel.advance(
            now,
            budget,
            slot -> {
              looked[0]++;
              look(slot);
            });
    assertTrue(taken <= budget, "it took up " + taken + " of " + budget);
    assertTrue(looked[0] <= taken);
    return taken;
  }

  private void look(int slot) {
    Long reminder = reminders.remove(slot);
    assertTrue(reminder != null, () -> slot + " has no reminder");
    Long deadline = deadlines.get(slot);
    if (deadline == null) {
      return;
    }
    if (deadline <= now) {
      deadlines.remove(slot);
      return;
    }
    int left = looksLeft.merge(slot, -1, Integer::sum);
    assertTrue(left >= 0, () -> slot + " is looked at again and again");
    park(slot);
  }

  private void set(int slot, long deadline) {
    deadlines.put(slot, deadline);
    // Where a renewal left it, where an earlier far entry of it lies, at the begin of its span, and
    // wherever the wheel ends before it.
    looksLeft.put(slot, 3 + (int) ((deadline - now) / FURTHEST));
  }

  private void park(int slot) {
    long deadline = deadlines.getOrDefault(slot, 0L);
    wheel.park(slot, deadline);
    reminders.merge(slot, deadline, Math::min);
  }

  /** From within a tick to beyond the last span, often at the edge of a tick or of a span. */
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
