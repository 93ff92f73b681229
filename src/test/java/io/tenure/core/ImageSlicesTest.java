package io.tenure.core;

import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ImageSlicesTest {

  private final Table table = new Table();

  @Test
  void aSliceLooksAtNoMoreRecordsThanItMay() {
    fill(100);
    int slices = 0;
    List<Change> told = new ArrayList<>();
    for (long cursor = 0; cursor >= 0; slices++) {
      int before = told.size();
      cursor = table.table.image(cursor, 7, told::add);
      assertTrue(told.size() - before <= 7, "told: " + (told.size() - before));
    }

    assertEquals(300, told.size());
    assertTrue(slices >= 400 / 7, "slices: " + slices);
    assertEquals(new HashSet<>(ImageTest.image(table.table)), new HashSet<>(told));
  }

  /**
   * Makes {@code each} leases, as many keys under a lock-delay and as many fences, and some free
   * rows.
   */
  private void fill(int each) {
    for (int i = 0; i < each; i++) {
      table.own("jobs/" + i, "ann", 9_000);
      table.own(lease("barred/" + i, "ann", 9_000).lockDelay(9_000 - i));
      table.breakNow("barred/" + i);
      table.say(new Request.RaiseFence("fence" + i, 1 + i));
    }
  }

  @Test
  void barsThatStayAreToldWhateverComesAndGoesMeanwhile() {
    fill(100);
    Set<Key> told = new HashSet<>();
    long cursor = 0;
    for (int i = 0; cursor >= 0; i++) {
      cursor =
          table.table.image(
              cursor,
              3,
              change -> {
                if (change instanceof Change.BeginLockDelay bar) {
                  told.add(bar.key());
                }
              });
      table.table.replay(new Change.EndLockDelay(Key.of("barred/" + i * 7 % 50)));
      table.table.replay(new Change.BeginLockDelay(Key.of("later/" + i), 1_000));
    }

    for (int i = 50; i < 100; i++) {
      assertTrue(told.contains(Key.of("barred/" + i)), "barred/" + i);
    }
  }

  @Test
  void fencesAreToldWhateverComesMeanwhile() {
    fill(50);
    Set<String> told = new HashSet<>();
    long cursor = 0;
    for (int i = 0; cursor >= 0; i++) {
      cursor =
          table.table.image(
              cursor,
              9,
              change -> {
                if (change instanceof Change.RaiseFence raise) {
                  told.add(raise.fence());
                }
              });
      table.say(new Request.RaiseFence("later" + i, 1));
    }

    for (int i = 0; i < 50; i++) {
      assertTrue(told.contains("fence" + i), "fence" + i);
    }
  }

  @Test
  void fencesThatStayAreToldWhicheverAreDeletedMeanwhile() {
    fill(100);
    Set<String> told = new HashSet<>();
    long cursor = 0;
    for (int i = 0; cursor >= 0; i++) {
      cursor =
          table.table.image(
              cursor,
              3,
              change -> {
                if (change instanceof Change.RaiseFence raise) {
                  told.add(raise.fence());
                }
              });
      if (!told.isEmpty()) {
        int unused = i * 7 % 50;
        table.say(new OperatorRequest.DropFence("fence" + unused, 1 + unused));
      }
    }

    for (int i = 50; i < 100; i++) {
      assertTrue(told.contains("fence" + i), "fence" + i);
    }
  }

  @Test
  void aSliceOfNothingIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> table.table.image(0, 0, any -> {}));
    assertThrows(IllegalArgumentException.class, () -> table.table.image(-1, 1, any -> {}));
  }
}
