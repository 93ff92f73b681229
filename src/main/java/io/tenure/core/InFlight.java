package io.tenure.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The changes that began or ended a tenure and are not durable yet, by row. There are pages only
 * for such changes, so a settled lease costs nothing here.
 */
final class InFlight {

  private static final int PAGE_BITS = 4;
  private static final int PAGE = 1 << PAGE_BITS;

  /** The lower 32 bits of the change numbers. */
  private int[] @Nullable [] pages = new int[16][];

  private long[] newest = new long[16];
  private int[] used = new int[16];
  private int usedCount;

  void add(int row, long change, long durable) {
    int page = row >>> PAGE_BITS;
    grow(page);
    int[] changes = pages[page];
    if (changes == null) {
      changes = new int[PAGE];
      Arrays.fill(changes, (int) durable);
      pages[page] = changes;
      use(page);
    }
    changes[row & PAGE - 1] = (int) change;
    newest[page] = change;
  }

  /** Returns the number of the row's last change, or 0 when that change is durable. */
  long behind(int row, long durable) {
    int page = row >>> PAGE_BITS;
    int[] changes = page < pages.length ? pages[page] : null;
    int ahead = changes == null ? 0 : changes[row & PAGE - 1] - (int) durable;
    return ahead > 0 ? durable + ahead : 0;
  }

  void settled(long durable) {
    int left = 0;
    for (int i = 0; i < usedCount; i++) {
      int page = used[i];
      if (newest[page] <= durable) {
        pages[page] = null;
      } else {
        used[left++] = page;
      }
    }
    usedCount = left;
  }

  private void use(int page) {
    if (usedCount == used.length) {
      used = Arrays.copyOf(used, usedCount * 2);
    }
    used[usedCount++] = page;
  }

  private void grow(int page) {
    if (page >= pages.length) {
      int length = Math.max(page + 1, pages.length * 2);
      pages = Arrays.copyOf(pages, length);
      newest = Arrays.copyOf(newest, length);
    }
  }
}
