package io.tenure.core.memory;

import java.util.Arrays;

/**
 * A column with an int for every row, in pages, so that growth copies no numbers. A page that is
 * not written reads 0.
 */
public final class IntColumn {

  public static final int PAGE_BITS = 12;
  public static final int PAGE = 1 << PAGE_BITS;

  private int[][] pages = new int[4][];

  public int get(int at) {
    int page = at >>> PAGE_BITS;
    if (page >= pages.length || pages[page] == null) {
      return 0;
    }
    return pages[page][at & PAGE - 1];
  }

  public void set(int at, int number) {
    page(at)[at & PAGE - 1] = number;
  }

  /** Returns the page that contains {@code at}, and creates it when it is missing. */
  int[] page(int at) {
    int page = at >>> PAGE_BITS;
    if (page >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(page + 1, pages.length * 2));
    }
    int[] found = pages[page];
    if (found == null) {
      found = new int[PAGE];
      pages[page] = found;
    }
    return found;
  }
}
