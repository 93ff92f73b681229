package io.tenure.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The changes that began or ended a tenure and are not durable yet, by slot. Keeps pages only where
 * there are any, so a lease that is settled costs nothing here.
 */
final class InFlight {

  private static final int PAGE_BITS = 4;
  private static final int PAGE = 1 << PAGE_BITS;

  /** The low halves of the numbers of changes. */
  private int[] @Nullable [] pages = new int[16][];

  private long[] newest = new long[16];
  private int[] kept = new int[16];
  private int keptCount;

  void add(int slot, long change, long durable) {
    int page = slot >>> PAGE_BITS;
    grow(page);
    int[] changes = pages[page];
    if (changes == null) {
      changes = new int[PAGE];
      Arrays.fill(changes, (int) durable);
      pages[page] = changes;
      keep(page);
    }
    changes[slot & PAGE - 1] = (int) change;
    newest[page] = change;
  }

  /** The number of the slot's last change; 0 when it is durable. */
  long behind(int slot, long durable) {
    int page = slot >>> PAGE_BITS;
    int[] changes = page < pages.length ? pages[page] : null;
    int ahead = changes == null ? 0 : changes[slot & PAGE - 1] - (int) durable;
    return ahead > 0 ? durable + ahead : 0;
  }

  void settled(long durable) {
    int left = 0;
    for (int i = 0; i < keptCount; i++) {
      int page = kept[i];
      if (newest[page] <= durable) {
        pages[page] = null;
      } else {
        kept[left++] = page;
      }
    }
    keptCount = left;
  }

  private void keep(int page) {
    if (keptCount == kept.length) {
      kept = Arrays.copyOf(kept, keptCount * 2);
    }
    kept[keptCount++] = page;
  }

  private void grow(int page) {
    if (page >= pages.length) {
      int length = Math.max(page + 1, pages.length * 2);
      pages = Arrays.copyOf(pages, length);
      newest = Arrays.copyOf(newest, length);
    }
  }
}
