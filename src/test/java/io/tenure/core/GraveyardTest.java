package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraveyardTest {

  private static final long MEMORY = Graveyard.MEMORY_NANOS;

  private final LeaseRows rows = new LeaseRows();
  private final Graveyard graveyard = new Graveyard(rows, 3);

  @Test
  void anEmptyOneHasNoSlot() {
    assertEquals(TextIndex.NONE, graveyard.reuse(0));
    assertEquals(TextIndex.NONE, graveyard.takeOldest());
    assertEquals(TextIndex.NONE, graveyard.sweep(0));
  }

  @Test
  void keepsAsManyAsItMay() {
    buryEnded(0, 10);
    buryEnded(1, 11);
    buryEnded(2, 12);

    assertEquals(TextIndex.NONE, graveyard.reuse(20));
    assertEquals(3, graveyard.count());
  }

  @Test
  void beyondThatTheLongestDeadIsUsedAgain() {
    for (int row = 0; row < 5; row++) {
      buryEnded(row, 10 + row);
    }

    assertEquals(0, graveyard.reuse(20));
    assertEquals(1, graveyard.reuse(20));
    assertEquals(TextIndex.NONE, graveyard.reuse(20));
  }

  @Test
  void afterItsTimeAnySlotIsUsedAgain() {
    buryEnded(0, 10);
    buryEnded(1, 20);

    assertEquals(TextIndex.NONE, graveyard.reuse(10 + MEMORY - 1));
    assertEquals(0, graveyard.reuse(10 + MEMORY));
    assertEquals(TextIndex.NONE, graveyard.reuse(10 + MEMORY));
    assertEquals(1, graveyard.reuse(20 + MEMORY));
    assertEquals(0, graveyard.count());
  }

  @Test
  void aSlotThatNeverHeldATenureIsUsedAtOnce() {
    rows.growTo(1);
    graveyard.bury(0);

    assertEquals(0, graveyard.reuse(0));
  }

  @Test
  void whenNothingElseIsLeftTheOldestIsTaken() {
    buryEnded(4, 10);
    buryEnded(2, 11);

    assertEquals(4, graveyard.takeOldest());
    assertEquals(2, graveyard.takeOldest());
    assertEquals(TextIndex.NONE, graveyard.takeOldest());
  }

  @Test
  void sweepsEachSlotOnceWhenItsTimeIsOver() {
    buryEnded(0, 10);
    buryEnded(1, 20);

    assertEquals(TextIndex.NONE, graveyard.sweep(10 + MEMORY - 1));
    assertEquals(0, graveyard.sweep(10 + MEMORY));
    assertEquals(TextIndex.NONE, graveyard.sweep(10 + MEMORY));
    assertEquals(1, graveyard.sweep(20 + MEMORY));
    assertEquals(TextIndex.NONE, graveyard.sweep(20 + MEMORY));
    assertEquals(2, graveyard.count());
  }

  @Test
  void whoIsBuriedAfterAllWereSweptIsSweptToo() {
    buryEnded(0, 10);
    assertEquals(0, graveyard.sweep(10 + MEMORY));
    buryEnded(1, 20);

    assertEquals(1, graveyard.sweep(20 + MEMORY));
  }

  @Test
  void aSlotUsedAgainIsNotSwept() {
    buryEnded(0, 10);
    buryEnded(1, 20);
    graveyard.takeOldest();

    assertEquals(1, graveyard.sweep(20 + MEMORY));
    assertEquals(TextIndex.NONE, graveyard.sweep(20 + MEMORY));
  }

  @Test
  void worksOnAfterItWasEmpty() {
    buryEnded(0, 10);
    graveyard.takeOldest();
    buryEnded(0, 20);
    buryEnded(1, 30);

    assertEquals(2, graveyard.count());
    assertEquals(0, graveyard.takeOldest());
    assertEquals(1, graveyard.takeOldest());
  }

  @Test
  void agreesWithTwoNaiveQueues() {
    Seeded.run(
        getClass(),
        200,
        random -> {
          LeaseRows columns = new LeaseRows();
          Graveyard busy = new Graveyard(columns, 8);
          Deque<Integer> dead = new ArrayDeque<>();
          Deque<Integer> unswept = new ArrayDeque<>();
          List<Integer> living = new ArrayList<>();
          for (int row = 0; row < 30; row++) {
            end(columns, row, 0);
            living.add(row);
          }
          long now = 0;
          for (int step = 0; step < 2_000; step++) {
            now += random.nextLong(MEMORY / 4);
            switch (random.nextInt(4)) {
              case 0, 1 -> {
                if (!living.isEmpty()) {
                  int row = living.remove(random.nextInt(living.size()));
                  columns.deadline(row, now);
                  busy.bury(row);
                  dead.add(row);
                  unswept.add(row);
                }
              }
              case 2 -> {
                Integer oldest = dead.peek();
                boolean free =
                    oldest != null && (dead.size() > 8 || now - columns.deadline(oldest) >= MEMORY);
                int row = busy.reuse(now);
                assertEquals(free && oldest != null ? oldest : TextIndex.NONE, row);
                if (row != TextIndex.NONE) {
                  dead.remove();
                  unswept.remove(row);
                  living.add(row);
                }
              }
              default -> {
                Integer next = unswept.peek();
                boolean over = next != null && now - columns.deadline(next) >= MEMORY;
                assertEquals(over && next != null ? next : TextIndex.NONE, busy.sweep(now));
                if (over) {
                  unswept.remove();
                }
              }
            }
            assertEquals(dead.size(), busy.count());
          }
        });
  }

  private void buryEnded(int row, long at) {
    end(rows, row, at);
    graveyard.bury(row);
  }

  private static void end(LeaseRows rows, int row, long at) {
    rows.growTo(row + 1);
    Request.Acquire asked = AcquireBuilder.of(Key.of("k"), "a").ttl(1_000).build();
    rows.begin(
        new TenureImage.Common(
            row, 1, new TenureImage.Secret(2, 3), asked.holder(), asked.ttlMillis(), List.of(), 0),
        LeaseRows.LEASE,
        false);
    rows.end(row, EndReason.EXPIRED, false);
    rows.deadline(row, at);
  }
}
