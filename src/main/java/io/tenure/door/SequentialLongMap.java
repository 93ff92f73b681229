package io.tenure.door;

import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map with keys that are issued one after the other, such as tokens. Neighbouring keys share one
 * page, because they are added and removed at about the same time. The pages are scattered over the
 * hash table: with adjacent pages, each removal would move all pages that follow.
 */
final class SequentialLongMap<V> {

  private static final int PAGE_BITS = 4;
  private static final int PAGE = 1 << PAGE_BITS;

  /** Odd, so that different numbers stay different. */
  private static final long SCATTER = 0x9e37_79b9_7f4a_7c15L;

  private static final class Page {
    final @Nullable Object[] values = new Object[PAGE];
    int count;
  }

  private final LongObjectHashMap<Page> pages = new LongObjectHashMap<>(0);

  boolean isEmpty() {
    return pages.isEmpty();
  }

  @Nullable V get(long number) {
    Page page = pages.get(name(number));
    return page == null ? null : value(page, number);
  }

  /** Returns the previous value; null without one. */
  @Nullable V put(long number, V value) {
    Page page = pages.get(name(number));
    if (page == null) {
      page = new Page();
      pages.put(name(number), page);
    }
    V before = value(page, number);
    page.values[place(number)] = value;
    page.count += before == null ? 1 : 0;
    return before;
  }

  @Nullable V remove(long number) {
    Page page = pages.get(name(number));
    V before = page == null ? null : value(page, number);
    if (page != null && before != null) {
      page.values[place(number)] = null;
      page.count--;
      if (page.count == 0) {
        pages.remove(name(number));
      }
    }
    return before;
  }

  /** Returns a copy of the values. */
  List<V> values() {
    List<V> all = new ArrayList<>();
    for (Page page : pages.values()) {
      for (int at = 0; at < PAGE; at++) {
        V value = value(page, at);
        if (value != null) {
          all.add(value);
        }
      }
    }
    return all;
  }

  @SuppressWarnings("unchecked")
  private @Nullable V value(Page page, long number) {
    return (V) page.values[place(number)];
  }

  private static long name(long number) {
    return (number >>> PAGE_BITS) * SCATTER;
  }

  private static int place(long number) {
    return (int) number & PAGE - 1;
  }
}
