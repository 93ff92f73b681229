package io.tenure.core;

import java.util.Arrays;

/**
 * Keeps short texts (1 to 768 bytes) outside the garbage collector's care: in pages, each text
 * behind its length, freed blocks reused by size.
 */
final class Arena {

  private static final int UNIT_BITS = 1;
  private static final int UNITS_PER_PAGE_BITS = 15;
  private static final int UNITS_PER_PAGE = 1 << UNITS_PER_PAGE_BITS;
  private static final int LENGTH_BYTES = 2;

  /** The longest text of all: a holder's name, of {@link Limits#HOLDER_CHARS_MAX} characters. */
  private static final int UNITS_MAX = units(3 * Limits.HOLDER_CHARS_MAX);

  private byte[][] pages = new byte[4][];
  private int pageCount;
  private int unitsUsed = UNITS_PER_PAGE;
  private final int[] freed = new int[UNITS_MAX + 1];

  /** Returns where the text lies; never 0. */
  int put(byte[] text) {
    int place = take(units(text.length));
    byte[] page = pages[place >>> UNITS_PER_PAGE_BITS];
    int at = offset(place);
    page[at] = (byte) text.length;
    page[at + 1] = (byte) (text.length >>> 8);
    System.arraycopy(text, 0, page, at + LENGTH_BYTES, text.length);
    return place;
  }

  byte[] get(int place) {
    int from = offset(place) + LENGTH_BYTES;
    return Arrays.copyOfRange(page(place), from, from + length(place));
  }

  boolean holds(int place, byte[] text) {
    int length = length(place);
    int from = offset(place) + LENGTH_BYTES;
    return length == text.length
        && Arrays.equals(page(place), from, from + length, text, 0, length);
  }

  boolean startsWith(int place, byte[] start) {
    int from = offset(place) + LENGTH_BYTES;
    return length(place) >= start.length
        && Arrays.equals(page(place), from, from + start.length, start, 0, start.length);
  }

  long hash(SipHash hash, int place) {
    return hash.of(page(place), offset(place) + LENGTH_BYTES, length(place));
  }

  void free(int place) {
    int units = units(length(place));
    Bytes.writeInt(page(place), offset(place), freed[units]);
    freed[units] = place;
  }

  private int take(int units) {
    int place = freed[units];
    if (place != 0) {
      freed[units] = Bytes.readInt(page(place), offset(place));
      return place;
    }
    if (unitsUsed + units > UNITS_PER_PAGE) {
      addPage();
    }
    place = (pageCount - 1) << UNITS_PER_PAGE_BITS | unitsUsed;
    unitsUsed += units;
    return place;
  }

  private void addPage() {
    if (pageCount == pages.length) {
      pages = Arrays.copyOf(pages, pageCount * 2);
    }
    pages[pageCount] = new byte[UNITS_PER_PAGE << UNIT_BITS];
    unitsUsed = pageCount == 0 ? 1 : 0;
    pageCount++;
  }

  private byte[] page(int place) {
    return pages[place >>> UNITS_PER_PAGE_BITS];
  }

  private static int offset(int place) {
    return (place & UNITS_PER_PAGE - 1) << UNIT_BITS;
  }

  private int length(int place) {
    byte[] page = page(place);
    int at = offset(place);
    return page[at] & 0xff | (page[at + 1] & 0xff) << 8;
  }

  private static int units(int length) {
    return length + LENGTH_BYTES + (1 << UNIT_BITS) - 1 >>> UNIT_BITS;
  }
}
