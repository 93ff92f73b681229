package io.tenure.core.memory;

import java.util.Arrays;

/** A column with a number below 65,536 for every row, in pages. */
final class CharColumn {

  private char[][] pages = new char[4][];

  char get(int at) {
    int page = at >>> IntColumn.PAGE_BITS;
    if (page >= pages.length || pages[page] == null) {
      return 0;
    }
    return pages[page][at & IntColumn.PAGE - 1];
  }

  void set(int at, char number) {
    int page = at >>> IntColumn.PAGE_BITS;
    if (page >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(page + 1, pages.length * 2));
    }
    if (pages[page] == null) {
      pages[page] = new char[IntColumn.PAGE];
    }
    pages[page][at & IntColumn.PAGE - 1] = number;
  }
}
